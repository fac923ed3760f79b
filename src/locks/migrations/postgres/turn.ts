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

-- Who waits, in the order in which they will be granted: lanes take turns, the one served longest ago first.
create function ${s}.line(p_target text, p_now bigint) returns table (run text, place bigint, total bigint, ahead text)
language plpgsql volatile as $$
#variable_conflict use_column
begin
  return query select q.run, row_number() over o, count(*) over (), lag(q.run) over o from (
    select w.run, w.seq, coalesce((t.lanes->>w.lane)::bigint, 0) as served,
      row_number() over (partition by w.lane order by ${s}.class_of(w, p_now) desc, w.seq) as turn
    from ${s}.entry w join ${s}.target t on t.id = w.target where w.target = p_target and w.state = 'waiting') q
  window o as (order by q.turn, q.served, q.seq);
end $$;

create function ${s}.free_slot(t ${s}.target) returns int language plpgsql volatile as $$
declare free int;
begin
  with taken as (select slot from ${s}.entry where target = t.id and state in ('held', 'quarantine'))
  select min(n)::int into free from generate_series(0, least((t.config->>'permits')::int - 1, (select count(*) from taken)::int)) n
  where n not in (select slot from taken) and (select count(*) from taken) < ${s}.permits_now(t.config, t.breaker);
  return free;
end $$;

create function ${s}.grants_allowed(t ${s}.target, p_now bigint) returns boolean language sql immutable as
$$ select t.paused = '' and p_now >= t.hold_until and ${s}.breaker_allows(t, p_now) $$;

create function ${s}.grant_to(e ${s}.entry, p_slot int, p_now bigint) returns void language plpgsql volatile as $$
declare token bigint; waited bigint := p_now - e.enqueued_at;
begin
  -- The clock as floor: recent grants that a failover lost cannot make a token come back.
  update ${s}.target set fence = greatest(fence + 1, p_now) where id = e.target returning fence into token;
  update ${s}.entry set state = 'held', slot = p_slot, fence = token, granted_at = p_now
  where target = e.target and run = e.run;
  -- Lanes that nobody stands in are forgotten.
  update ${s}.target t set lanes = coalesce((select jsonb_object_agg(w.lane, t.lanes->w.lane) from ${s}.entry w
    where w.target = t.id and w.state = 'waiting' and t.lanes ? w.lane), '{}') || jsonb_build_object(e.lane, token)
  where t.id = e.target;
  perform ${s}.wake(e.target, e.run);
  perform ${s}.note(e.target, p_now, 'grant', e.run, '', jsonb_build_object('fence', token::text, 'slot', p_slot,
    'priority', e.priority, 'seq', e.seq, 'lane', e.lane, 'waited', waited));
  perform ${s}.bump(e.target, 'grants_total');
  if waited > 0 then perform ${s}.bump(e.target, 'contended_grants_total'); end if;
  perform ${s}.observe(e.target, 'wait_duration_seconds', waited);
end $$;

create function ${s}.grant_free(p_target text, p_now bigint) returns void language plpgsql volatile as $$
declare t ${s}.target; e ${s}.entry; free int; stuck text[] := '{}';
begin
  if not exists (select from ${s}.entry where target = p_target and state = 'waiting') then return; end if;
  select * into t from ${s}.target where id = p_target;
  if t.config is null or not ${s}.grants_allowed(t, p_now) or ${s}.free_slot(t) is null then return; end if;
  for e in select w.* from ${s}.line(p_target, p_now) l join ${s}.entry w on w.target = p_target and w.run = l.run
           where w.state = 'waiting' and w.not_before <= p_now order by l.place loop
    continue when e.lane = any(stuck);
    select * into t from ${s}.target where id = p_target;
    exit when not ${s}.grants_allowed(t, p_now);
    free := ${s}.free_slot(t);
    exit when free is null;
    if e.rates <> '[]' then
      perform ${s}.rates_mutex();
      perform ${s}.heal_rates(e.rates, p_now);
      if exists (select from ${s}.slowest_rate(e.rates, p_now)) then
        stuck := stuck || e.lane;
        continue;
      end if;
      perform ${s}.take_tokens(e.rates, p_now);
    end if;
    perform ${s}.grant_to(e, free, p_now);
    perform ${s}.space_grants(p_target, p_now);
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
  due bigint; ask bigint; late record;
begin
  select * into e from ${s}.entry where target = p_target and run = p_run;
  if e.state = 'held' then
    return jsonb_build_object('kind', 'held', 'fence', e.fence::text, 'slot', e.slot, 'confirmed', e.confirmed,
      'waited', e.granted_at - e.enqueued_at);
  elsif e.state <> 'waiting' then
    return jsonb_build_object('kind', 'ended', 'state', e.state, 'reason', e.reason);
  end if;
  select * into t from ${s}.target where id = p_target;
  select l.place, l.total, l.ahead into place, total, ahead from ${s}.line(p_target, p_now) l where l.run = p_run;
  select * into late from (select 1) one left join ${s}.slowest_rate(e.rates, p_now) on true;
  select count(*), (array_agg(run order by seq))[1], array_agg(ends order by ends) into busy, first_busy, freeing from (
    select run, seq, case when state = 'held' and confirmed then expires + quarantine else expires end as ends
    from ${s}.entry where target = p_target and state in ('held', 'quarantine')) b;
  ask := (p_pace->>case when place = 1 then 'front' else 'rest' end)::bigint;
  foreach due in array array[freeing[place], t.hold_until, e.not_before, (t.breaker->>'until')::bigint, p_now + late.wait] loop
    if due > p_now then ask := least(ask, (due - p_now + 999) / 1000 + 1); end if;
  end loop;
  return jsonb_build_object('kind', 'waiting', 'rank', place, 'waiting', total, 'busy', busy,
    'behind', coalesce(case when place > 1 then ahead else first_busy end, ''), 'rate', coalesce(late.key, ''),
    'paused', case t.paused when '' then ${s}.breaker_text(t, p_now) else t.paused end, 'askAgainMs', ask);
end $$;
`;
}
