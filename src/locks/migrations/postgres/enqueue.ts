/** Admission: counterpart of protocol/{enqueue,admit,idempotency}.ts. */
export function enqueue(s: string): string {
  return `
create function ${s}.counted(p_target text, p_counts text, p_lane text) returns int language plpgsql volatile as $$
begin
  return count(*) from ${s}.entry where target = p_target and lane = p_lane
    and state in ('waiting', 'held') and (state = 'waiting' or (p_counts = 'outstanding' and state = 'held'));
end $$;

create function ${s}.insert_entry(p_target text, c jsonb, p_now bigint, p_state text, p_reason text)
returns bigint language plpgsql volatile as $$
declare n bigint; dead boolean := c#>>'{config,overflow}' = 'dead-letter';
begin
  update ${s}.target set seq = seq + 1 where id = p_target returning seq into n;
  insert into ${s}.entry (target, run, seq, priority, owner, ttl, waiter_ttl, quarantine, replace_key, idem_key,
    lane, rates, enqueued_at, wall_enqueued, not_before, state, reason, expires, ended_at)
  values (p_target, c->>'run', n, (c->>'priority')::int,
    case when dead then c->'owner' else jsonb_set(c->'owner', '{command}', '[]') end,
    (c->>'ttl')::bigint, (c->>'waiterTtl')::bigint, (c->>'quarantine')::bigint, c->>'replaceKey',
    coalesce(c#>>'{idem,key}', ''), c->>'lane', c->'rates', p_now, p_now,
    case when (c->>'delay')::bigint > 0 then p_now + (c->>'delay')::bigint else 0 end, p_state, p_reason,
    p_now + (c->>'waiterTtl')::bigint, case when p_state = 'waiting' then 0 else p_now end);
  if n % 256 = 0 then perform ${s}.trim_history(p_target, n, p_now); end if;
  return n;
end $$;

create function ${s}.trim_history(p_target text, p_seq bigint, p_now bigint) returns void language sql volatile as $$
  delete from ${s}.entry where target = p_target and seq < p_seq - 1000
    and state not in ('waiting', 'held', 'quarantine');
  delete from ${s}.event where target = p_target and id < (
    select min(id) from (select id from ${s}.event where target = p_target order by id desc limit 20000) x);
  delete from ${s}.idem where target = p_target and wall_keep between 1 and p_now;
$$;

create function ${s}.answer_key(p_target text, c jsonb, p_now bigint) returns jsonb language plpgsql volatile as $$
declare i ${s}.idem; me text := c->>'run'; k text := c#>>'{idem,key}';
begin
  select * into i from ${s}.idem where target = p_target and key = k;
  if not found or not (i.state = 'running' or i.wall_keep = 0 or i.wall_keep > p_now) then return null; end if;
  if i.fingerprint <> c#>>'{idem,fingerprint}' then
    return ${s}.refuse(p_target, p_now, me, 'key-conflict',
      'key ' || k || ' belongs to another command (run ' || i.run || ')');
  elsif i.state = 'running' and not (c#>>'{idem,attach}')::boolean then
    return ${s}.refuse(p_target, p_now, me, 'key-in-use', 'key ' || k || ' is in use by ' || i.run);
  elsif i.state = 'running' then
    perform ${s}.note(p_target, p_now, 'attach', me, '', jsonb_build_object('to', i.run));
    perform ${s}.bump(p_target, 'idempotent_replays_total|how=attach');
    return jsonb_build_object('kind', 'attach', 'run', i.run);
  elsif i.state = 'done' and i.outcome is not null then
    perform ${s}.note(p_target, p_now, 'replay', me, '', jsonb_build_object('of', i.run));
    perform ${s}.bump(p_target, 'idempotent_replays_total|how=replay');
    return jsonb_build_object('kind', 'replay', 'run', i.run, 'outcome', i.outcome, 'wallEnded', i.wall_ended);
  elsif i.state = 'unknown' and not (c#>>'{idem,rerunUnknown}')::boolean then
    perform ${s}.note(p_target, p_now, 'unknown', me, '', jsonb_build_object('of', i.run));
    perform ${s}.bump(p_target, 'rejections_total|reason=unknown-outcome');
    return jsonb_build_object('kind', 'unknown-outcome', 'run', i.run);
  end if;
  return null;
end $$;

create function ${s}.refusal(t ${s}.target, c jsonb, p_now bigint) returns jsonb language plpgsql volatile as $$
declare around text; disagreed text; reply jsonb; wanted text := ${s}.config_text(c->'config');
begin
  select run into around from ${s}.entry where target = t.id and state = 'held' and c->'parents' ? run
  order by seq limit 1;
  if around is not null then
    return ${s}.refuse(t.id, p_now, c->>'run', 'nested',
      'run ' || around || ', around this one, holds the target already: this would wait for itself');
  end if;
  reply := ${s}.answer_key(t.id, c, p_now);
  if reply is not null then return reply; end if;
  if t.config is not null and ${s}.config_text(t.config) <> wanted and exists (select from ${s}.entry
     where target = t.id and state in ('waiting', 'held', 'quarantine')) then
    return ${s}.refuse(t.id, p_now, c->>'run', 'mismatch', 'the target is in use with '
      || ${s}.config_text(t.config) || ', and this run asks for ' || wanted);
  end if;
  disagreed := ${s}.rate_mismatch(c->'rates', p_now);
  if disagreed is not null then return ${s}.refuse(t.id, p_now, c->>'run', 'mismatch', disagreed); end if;
  if t.draining <> '' then
    return ${s}.refuse(t.id, p_now, c->>'run', 'draining', 'the queue is draining: ' || t.draining);
  end if;
  return null;
end $$;

create function ${s}.has_room(t ${s}.target, c jsonb, p_bound int, p_now bigint)
returns boolean language plpgsql volatile as $$
begin
  if ${s}.counted(t.id, c#>>'{config,counts}', c->>'lane') < p_bound then return true; end if;
  -- A bound on waiters does not keep out a run that would not wait.
  return c#>>'{config,counts}' = 'waiting' and ${s}.grants_allowed(t, p_now) and (c->>'delay')::bigint = 0
    and (select count(*) from ${s}.entry where target = t.id and state in ('held', 'quarantine'))
      < ${s}.permits_now(c->'config', t.breaker)
    and not exists (select from ${s}.entry where target = t.id and state = 'waiting' and not_before <= p_now);
end $$;

create function ${s}.victims(t ${s}.target, c jsonb, p_bound int) returns setof ${s}.entry language plpgsql volatile as $$
declare how text := c#>>'{config,overflow}';
begin
  if how = 'drop-oldest' then
    return query select * from ${s}.entry where target = t.id and state = 'waiting' and lane = c->>'lane'
      order by seq limit 1;
  elsif how = 'keep-latest' and ${s}.counted(t.id, c#>>'{config,counts}', c->>'lane')
      - ${s}.counted(t.id, 'waiting', c->>'lane') < p_bound then
    return query select * from ${s}.entry where target = t.id and state = 'waiting' and lane = c->>'lane' order by seq;
  elsif how = 'replace-same-key' and c->>'replaceKey' <> '' then
    return query select * from ${s}.entry where target = t.id and state = 'waiting'
      and lane = c->>'lane' and replace_key = c->>'replaceKey' order by seq limit 1;
  end if;
end $$;

create function ${s}.full_text(p_target text, p_config jsonb, p_lane text) returns text language sql volatile as $$
  select case p_lane when '' then 'the queue' else 'lane ' || p_lane end || ' is full: '
    || ${s}.counted(p_target, p_config->>'counts', p_lane)
    || case when p_config->>'counts' = 'waiting' then ' waiting of ' else ' waiting, delayed and running of ' end
    || (p_config->>'bound')
$$;

create function ${s}.make_room(t ${s}.target, c jsonb, p_now bigint) returns jsonb language plpgsql volatile as $$
declare e ${s}.entry; cap int := (c#>>'{config,bound}')::int; how text := c#>>'{config,overflow}'; dropped boolean := false;
  reason text;
begin
  if cap is null or how = 'wait' or ${s}.has_room(t, c, cap, p_now) then return null; end if;
  reason := ${s}.full_text(t.id, c->'config', c->>'lane');
  for e in select * from ${s}.victims(t, c, cap) loop
    dropped := true;
    perform ${s}.note(t.id, p_now, 'supersede', e.run, 'superseded by ' || (c->>'run') || ' (' || how || ')', '{}');
    perform ${s}.bump(t.id, 'rejections_total|reason=superseded');
    perform ${s}.finish(e, 'superseded', 'superseded by ' || (c->>'run') || ' (' || how || ')', p_now);
    perform ${s}.wake(t.id, e.run);
  end loop;
  if dropped then return null; end if;
  if how <> 'dead-letter' then return ${s}.refuse(t.id, p_now, c->>'run', 'full', reason); end if;
  perform ${s}.insert_entry(t.id, c, p_now, 'dead', reason);
  perform ${s}.note(t.id, p_now, 'dead-letter', c->>'run', reason, '{}');
  perform ${s}.bump(t.id, 'rejections_total|reason=dead-letter');
  return jsonb_build_object('kind', 'refused', 'why', 'dead-letter', 'reason', reason);
end $$;

create function ${s}.configure(t ${s}.target, c jsonb, p_now bigint) returns void language plpgsql volatile as $$
declare before text := coalesce(${s}.config_text(t.config), ''); wanted text := ${s}.config_text(c->'config');
begin
  update ${s}.target set config = c->'config',
    max_lease = greatest(max_lease, (c->>'ttl')::bigint + (c->>'quarantine')::bigint) where id = t.id;
  if before <> wanted then
    perform ${s}.note(t.id, p_now, 'configure', c->>'run', before, jsonb_build_object('config', wanted));
  end if;
end $$;

create function ${s}.record_admission(p_target text, p_run text, p_config jsonb, p_now bigint)
returns void language plpgsql volatile as $$
declare e ${s}.entry;
begin
  select * into e from ${s}.entry where target = p_target and run = p_run;
  perform ${s}.note(p_target, p_now, 'admit', p_run, '', jsonb_build_object('seq', e.seq, 'priority', e.priority,
    'lane', e.lane, 'attempt', e.attempt, 'notBefore', e.not_before,
    'rates', (select coalesce(string_agg(value->>'key', ' ' order by ordinality), '')
      from jsonb_array_elements(e.rates) with ordinality),
    'waiting', (select count(*) from ${s}.entry where target = p_target and state = 'waiting'),
    'config', ${s}.config_text(p_config)));
  perform ${s}.bump(p_target, 'admissions_total|outcome=admitted');
end $$;

create function ${s}.enqueue(p_target text, c jsonb, p_now bigint) returns jsonb language plpgsql volatile as $$
declare t ${s}.target; e ${s}.entry; reply jsonb;
begin
  update ${s}.entry set expires = case when state = 'waiting' then p_now + waiter_ttl else expires end
  where target = p_target and run = c->>'run';
  if found then
    perform ${s}.grant_free(p_target, p_now);
    return ${s}.describe(p_target, c->>'run', c->'pace', p_now);
  end if;
  -- Who is in line already comes first: room must not look free while somebody is due.
  perform ${s}.grant_free(p_target, p_now);
  select * into t from ${s}.target where id = p_target;
  reply := coalesce(${s}.refusal(t, c, p_now), ${s}.make_room(t, c, p_now));
  if reply is not null then return reply; end if;
  perform ${s}.configure(t, c, p_now);
  perform ${s}.insert_entry(p_target, c, p_now, 'waiting', '');
  if c#>>'{idem,key}' is not null then
    insert into ${s}.idem as i (target, key, fingerprint, run, state)
    values (p_target, c#>>'{idem,key}', c#>>'{idem,fingerprint}', c->>'run', 'running')
    on conflict (target, key) do update set fingerprint = excluded.fingerprint, run = excluded.run, state = 'running',
      outcome = null, wall_ended = 0, wall_keep = 0;
  end if;
  perform ${s}.record_admission(p_target, c->>'run', c->'config', p_now);
  perform ${s}.grant_free(p_target, p_now);
  -- Whoever is granted by its own arrival is there to hear it: no separate confirmation.
  select * into e from ${s}.entry where target = p_target and run = c->>'run';
  if e.state = 'held' then perform ${s}.extend(e, p_now, 0, 0); end if;
  return ${s}.describe(p_target, c->>'run', c->'pace', p_now);
end $$;
`;
}
