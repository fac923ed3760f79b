/** What every step does besides its own work: expire, grant, describe. Counterpart of protocol/{expire,grant,describe}.ts. */
export function turn(s: string): string {
  return `
create function ${s}.note_hold_end(e ${s}.entry, p_now bigint) returns void language plpgsql volatile as $$
begin
  perform ${s}.bump(e.target, 'lease_renewals_total|result=ok', e.renewals);
  perform ${s}.observe(e.target, 'hold_duration_seconds', p_now - e.granted_at);
end $$;

create function ${s}.end_waiter(e ${s}.entry, p_type text, p_reason text, p_now bigint)
returns void language plpgsql volatile as $$
begin
  perform ${s}.note(e.target, p_now, p_type, e.run, p_reason, jsonb_build_object('lease', e.expires));
  perform ${s}.bump(e.target, 'expired_total|role=waiter');
  perform ${s}.finish(e, 'gone', p_reason, p_now);
end $$;

create function ${s}.start_quarantine(e ${s}.entry, p_now bigint) returns void language plpgsql volatile as $$
begin
  perform ${s}.note(e.target, p_now, 'expire-holder', e.run, 'lease ran out',
    jsonb_build_object('lease', e.expires, 'fence', e.fence::text, 'slot', e.slot));
  perform ${s}.bump(e.target, 'expired_total|role=holder');
  perform ${s}.bump(e.target, 'lease_lost_total|cause=expired');
  perform ${s}.note_hold_end(e, p_now);
  update ${s}.entry set expires = e.expires + e.quarantine where target = e.target and run = e.run;
  perform ${s}.finish(e, 'quarantine', 'lease ran out', p_now);
end $$;

create function ${s}.expire(p_target text, p_now bigint) returns void language plpgsql volatile as $$
declare e ${s}.entry;
begin
  for e in select * from ${s}.entry where target = p_target and expires <= p_now
           and state in ('waiting', 'held', 'quarantine') order by seq loop
    if e.state = 'waiting' then
      perform ${s}.end_waiter(e, 'expire-waiter', 'stopped asking', p_now);
    elsif e.state = 'held' and not e.confirmed then
      perform ${s}.end_waiter(e, 'lapse', 'did not confirm its grant', p_now);
    else
      if e.state = 'held' then
        perform ${s}.start_quarantine(e, p_now);
        select * into e from ${s}.entry where target = e.target and run = e.run;
      end if;
      if e.expires <= p_now then
        perform ${s}.note(p_target, p_now, 'quarantine-end', e.run, 'quarantine over',
          jsonb_build_object('fence', e.fence::text, 'slot', e.slot));
        perform ${s}.finish(e, 'lost', e.reason, p_now);
      end if;
    end if;
  end loop;
end $$;

create function ${s}.class_of(e ${s}.entry, p_now bigint) returns numeric language sql immutable as
$$ select e.priority + floor((p_now - e.enqueued_at)::numeric / 600000000) $$;

create function ${s}.free_slot(p_target text, p_permits int) returns int language sql volatile as $$
  with taken as (select slot from ${s}.entry where target = p_target and state in ('held', 'quarantine'))
  select min(n)::int from generate_series(0, least(p_permits - 1, (select count(*) from taken)::int)) n
  where n not in (select slot from taken)
$$;

create function ${s}.grants_allowed(t ${s}.target, p_now bigint) returns boolean language sql immutable as
$$ select t.paused = '' and p_now >= t.hold_until $$;

create function ${s}.grant_to(e ${s}.entry, p_slot int, p_now bigint) returns void language plpgsql volatile as $$
declare token bigint; waited bigint := p_now - e.enqueued_at;
begin
  -- The clock as floor: recent grants that a failover lost cannot make a token come back.
  update ${s}.target set fence = greatest(fence + 1, p_now) where id = e.target returning fence into token;
  update ${s}.entry set state = 'held', slot = p_slot, fence = token, granted_at = p_now
  where target = e.target and run = e.run;
  perform ${s}.wake(e.target, e.run);
  perform ${s}.note(e.target, p_now, 'grant', e.run, '', jsonb_build_object('fence', token::text, 'slot', p_slot,
    'priority', e.priority, 'seq', e.seq, 'waited', waited));
  perform ${s}.bump(e.target, 'grants_total');
  if waited > 0 then perform ${s}.bump(e.target, 'contended_grants_total'); end if;
  perform ${s}.observe(e.target, 'wait_duration_seconds', waited);
end $$;

create function ${s}.grant_free(p_target text, p_now bigint) returns void language plpgsql volatile as $$
declare t ${s}.target; e ${s}.entry; free int;
begin
  select * into t from ${s}.target where id = p_target;
  if t.config is null or not ${s}.grants_allowed(t, p_now) then return; end if;
  for e in select * from ${s}.entry w where target = p_target and state = 'waiting' and not_before <= p_now
           order by ${s}.class_of(w, p_now) desc, seq loop
    free := ${s}.free_slot(p_target, (t.config->>'permits')::int);
    exit when free is null;
    perform ${s}.grant_to(e, free, p_now);
  end loop;
end $$;

-- Starts the lease, or starts it anew.
create function ${s}.extend(e ${s}.entry, p_now bigint, p_renewals int, p_group bigint)
returns void language plpgsql volatile as $$
begin
  if not e.confirmed then
    perform ${s}.note(e.target, p_now, 'confirm', e.run, '', jsonb_build_object('fence', e.fence::text, 'slot', e.slot));
  end if;
  update ${s}.entry set confirmed = true, expires = p_now + ttl, renewals = renewals + p_renewals,
    process_group = case when p_group > 0 then p_group else process_group end
  where target = e.target and run = e.run;
end $$;

create function ${s}.describe(p_target text, p_run text, p_pace jsonb, p_now bigint)
returns jsonb language plpgsql volatile as $$
declare e ${s}.entry; t ${s}.target; place int; total int; ahead text; busy int; first_busy text; freeing bigint[];
  due bigint; ask bigint;
begin
  select * into e from ${s}.entry where target = p_target and run = p_run;
  if e.state = 'held' then
    return jsonb_build_object('kind', 'held', 'fence', e.fence::text, 'slot', e.slot, 'confirmed', e.confirmed,
      'waited', e.granted_at - e.enqueued_at);
  elsif e.state <> 'waiting' then
    return jsonb_build_object('kind', 'ended', 'state', e.state, 'reason', e.reason);
  end if;
  select * into t from ${s}.target where id = p_target;
  select x.place, x.total, x.ahead into place, total, ahead from (
    select run, row_number() over o as place, count(*) over () as total, lag(run) over o as ahead
    from ${s}.entry w where target = p_target and state = 'waiting'
    window o as (order by ${s}.class_of(w, p_now) desc, seq)) x where x.run = p_run;
  select count(*), (array_agg(run order by seq))[1], array_agg(ends order by ends) into busy, first_busy, freeing from (
    select run, seq, case when state = 'held' and confirmed then expires + quarantine else expires end as ends
    from ${s}.entry where target = p_target and state in ('held', 'quarantine')) b;
  ask := (p_pace->>case when place = 1 then 'front' else 'rest' end)::bigint;
  foreach due in array array[freeing[place], t.hold_until, e.not_before] loop
    if due > p_now then ask := least(ask, (due - p_now + 999) / 1000 + 1); end if;
  end loop;
  return jsonb_build_object('kind', 'waiting', 'rank', place, 'waiting', total, 'busy', busy,
    'behind', coalesce(case when place > 1 then ahead else first_busy end, ''), 'paused', t.paused, 'askAgainMs', ask);
end $$;
`;
}
