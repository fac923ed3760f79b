/** The one entry point, and the view. Counterpart of protocol/step.ts. */
export function stepFunction(s: string): string {
  return `
create function ${s}.enter_epoch(t ${s}.target, p_now bigint) returns void language plpgsql volatile as $$
declare e text := ${s}.epoch();
begin
  if t.epoch = e then return; end if;
  update ${s}.target set epoch = e, hold_until = case when t.epoch = '' then hold_until else p_now + max_lease end
  where id = t.id;
  if t.epoch <> '' then
    perform ${s}.note(t.id, p_now, 'epoch', '', t.epoch, jsonb_build_object('epoch', e));
  end if;
end $$;

create function ${s}.act(p_target text, c jsonb, p_now bigint) returns jsonb language plpgsql volatile as $$
declare e ${s}.entry; reply jsonb; op text := c->>'op'; stay jsonb := '{"front": 0, "rest": 0}'; counts jsonb;
begin
  if op = 'enqueue' then return ${s}.enqueue(p_target, c, p_now); end if;
  select * into e from ${s}.entry where target = p_target and run = c->>'run';
  case op
    when 'poll' then
      if e.state = 'waiting' then
        update ${s}.entry set expires = p_now + waiter_ttl where target = p_target and run = e.run;
      end if;
    when 'renew' then reply := ${s}.renew(e, c, p_now);
    when 'release' then reply := ${s}.release(e, c, p_now);
    when 'leave' then perform ${s}.leave(e, c->>'state', c->>'reason', p_now);
    when 'operate' then
      reply := ${s}.operate(p_target, e, c->>'action', (c->>'reason') || ' (' || (c->>'by') || ')', p_now);
    when 'follow' then null;
    when 'report' then
      perform ${s}.bump_all(p_target, c->'counters');
      reply := '{"kind": "ok"}';
    when 'sweep' then reply := '{"kind": "ok"}';
  end case;
  perform ${s}.grant_free(p_target, p_now);
  if reply is not null then return reply; end if;
  if op = 'follow' then return ${s}.follow(p_target, c); end if;
  if e.run is null then return ${s}.not_owner('no such run'); end if;
  return ${s}.describe(p_target, e.run, coalesce(c->'pace', stay), p_now);
end $$;

-- Each statement inside sees what was committed before it, so the lock and the count are separate, as they must be:
-- a count in the lock's own statement, or under one snapshot for all, admits too many. Plans are made once for the session:
-- the tables are small, and planning would be most of the time.
create function ${s}.step(p_target text, c jsonb) returns jsonb language plpgsql volatile
set lock_timeout = '5s' set plan_cache_mode = force_generic_plan as $$
declare t ${s}.target; now_us bigint;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'signalbox needs READ COMMITTED, not %', current_setting('transaction_isolation');
  end if;
  select * into t from ${s}.target where id = p_target for update;
  if not found then
    insert into ${s}.target (id) values (p_target) on conflict do nothing;
    select * into t from ${s}.target where id = p_target for update;
  end if;
  now_us := ${s}.clock();
  update ${s}.target set step = step + 1 where id = p_target;
  perform ${s}.enter_epoch(t, now_us);
  perform ${s}.expire(p_target, now_us);
  perform ${s}.revive_breaker(p_target, now_us);
  return ${s}.act(p_target, c, now_us);
end $$;
`;
}

export function viewFunctions(s: string): string {
  return `
create function ${s}.entry_json(e ${s}.entry) returns jsonb language sql stable as $$
  select jsonb_build_object('target', e.target, 'run', e.run, 'seq', e.seq, 'priority', e.priority, 'owner', e.owner,
    'ttl', e.ttl, 'waiterTtl', e.waiter_ttl, 'quarantine', e.quarantine, 'replaceKey', e.replace_key,
    'idemKey', e.idem_key, 'lane', e.lane, 'rates', e.rates, 'attempt', e.attempt, 'enqueuedAt', e.enqueued_at, 'wallEnqueued', e.wall_enqueued, 'notBefore', e.not_before,
    'state', e.state, 'reason', e.reason, 'fence', e.fence, 'slot', e.slot, 'confirmed', e.confirmed,
    'group', e.process_group, 'expires', e.expires, 'grantedAt', e.granted_at, 'endedAt', e.ended_at,
    'renewals', e.renewals)
$$;

create function ${s}.snapshot(p_target text, p_events int) returns jsonb language sql stable as $$
  select jsonb_build_object('now', ${s}.clock(), 'wall', ${s}.clock(), 'rates', (
    select coalesce(jsonb_agg(jsonb_build_object('key', key, 'limit', max_in_period, 'period', period, 'burst', burst,
      'tat', tat) order by key collate "C"), '[]') from ${s}.rate), 'targets', coalesce(jsonb_agg(jsonb_build_object(
    'state', jsonb_build_object('id', t.id, 'config', t.config, 'seq', t.seq, 'step', t.step, 'fence', t.fence,
      'paused', t.paused, 'draining', t.draining, 'holdUntil', t.hold_until, 'maxLease', t.max_lease, 'epoch', t.epoch,
      'lanes', t.lanes, 'breaker', t.breaker),
    'live', (select coalesce(jsonb_agg(${s}.entry_json(e) order by seq), '[]') from ${s}.entry e
      where target = t.id and state in ('waiting', 'held', 'quarantine')),
    'dead', (select coalesce(jsonb_agg(${s}.entry_json(e) order by seq), '[]') from ${s}.entry e
      where target = t.id and state = 'dead'),
    'events', (select coalesce(jsonb_agg(to_jsonb(x) || jsonb_build_object('wall', at) order by id), '[]') from (
      select * from ${s}.event v where v.target = t.id order by id desc limit p_events) x),
    'counters', (select coalesce(jsonb_object_agg(name, value), '{}') from ${s}.counter c where c.target = t.id)
  ) order by t.id collate "C"), '[]'))
  from ${s}.target t where p_target is null or t.id = p_target
$$;
`;
}
