/** Renewal, release, leaving and operators: counterpart of protocol/{lease,operate}.ts. */
export function lease(s: string): string {
  return `
create function ${s}.not_owner(p_reason text) returns jsonb language sql immutable as
$$ select jsonb_build_object('kind', 'not-owner', 'reason', p_reason) $$;

-- Null: the entry holds its slot with this token.
create function ${s}.not_holder(e ${s}.entry, p_fence text) returns jsonb language sql immutable as $$
  select case when e.run is null then ${s}.not_owner('no such run')
    when e.state = 'held' and e.fence::text = p_fence then null
    when e.state = 'held' then ${s}.not_owner('another token')
    else ${s}.not_owner(e.state || ': ' || e.reason) end
$$;

create function ${s}.renew(e ${s}.entry, c jsonb, p_now bigint) returns jsonb language plpgsql volatile as $$
declare lost jsonb := ${s}.not_holder(e, c->>'fence');
begin
  if lost is not null then return lost; end if;
  perform ${s}.extend(e, p_now, case when e.confirmed then 1 else 0 end, (c->>'group')::bigint);
  return null;
end $$;

-- The work of a run that has just given its slot back stands in line again, as another run.
create function ${s}.retry(e ${s}.entry, a jsonb, p_now bigint) returns jsonb language plpgsql volatile as $$
declare t ${s}.target; under_way int; n bigint; cap int;
begin
  select count(*) into under_way from ${s}.entry
  where target = e.target and attempt > 1 and state in ('waiting', 'held');
  if under_way >= (a->>'inFlight')::int then
    return ${s}.refuse(e.target, p_now, a->>'run', 'retries-full',
      under_way || ' of ' || (a->>'inFlight') || ' retries are under way');
  end if;
  select * into t from ${s}.target where id = e.target;
  if t.draining <> '' then
    return ${s}.refuse(t.id, p_now, a->>'run', 'full', 'the queue is draining: ' || t.draining);
  end if;
  cap := (t.config->>'bound')::int;
  if cap is not null and t.config->>'overflow' <> 'wait' and ${s}.counted(t.id, t.config->>'counts', e.lane) >= cap then
    return ${s}.refuse(t.id, p_now, a->>'run', 'full', ${s}.full_text(t.id, t.config, e.lane));
  end if;
  update ${s}.target set seq = seq + 1 where id = t.id returning seq into n;
  insert into ${s}.entry (target, run, seq, priority, owner, ttl, waiter_ttl, quarantine, replace_key, idem_key, lane,
    rates, attempt, enqueued_at, wall_enqueued, not_before, state, expires)
  values (e.target, a->>'run', n, e.priority, e.owner, e.ttl, e.waiter_ttl, e.quarantine, e.replace_key, e.idem_key,
    e.lane, e.rates, e.attempt + 1, p_now, p_now, p_now + (a->>'delay')::bigint, 'waiting', p_now + e.waiter_ttl);
  update ${s}.idem set run = a->>'run', state = 'running', outcome = null, wall_ended = 0, wall_keep = 0
  where target = e.target and key = e.idem_key and run = e.run;
  perform ${s}.record_admission(e.target, a->>'run', t.config, p_now);
  perform ${s}.bump(e.target, 'retries_total');
  return '{"kind": "ok"}';
end $$;

create function ${s}.release(e ${s}.entry, c jsonb, p_now bigint) returns jsonb language plpgsql volatile as $$
declare lost jsonb := ${s}.not_holder(e, c->>'fence'); code int := (c#>>'{outcome,code}')::int;
begin
  if lost is not null then
    if e.state = 'released' and e.fence::text = c->>'fence' then return '{"kind": "ok"}'; end if;
    return lost;
  end if;
  perform ${s}.note(e.target, p_now, 'release', e.run, '',
    jsonb_build_object('fence', e.fence::text, 'slot', e.slot, 'code', code));
  perform ${s}.bump(e.target, 'releases_total');
  perform ${s}.note_hold_end(e, p_now);
  if c->>'notStarted' is null then
    perform ${s}.note_outcome(e.target, code <> 0 or c#>>'{outcome,signal}' <> '', p_now);
  end if;
  perform ${s}.bump_all(e.target, c->'counters');
  perform ${s}.finish(e, 'released', '', p_now);
  update ${s}.idem set outcome = c->'outcome', wall_ended = p_now, wall_keep = p_now + (c->>'keep')::bigint,
    state = case when code = 0 and c#>>'{outcome,signal}' = '' then 'done' else 'failed' end
  where target = e.target and key = e.idem_key and run = e.run;
  if c#>>'{again,run}' is not null then return ${s}.retry(e, c->'again', p_now); end if;
  return '{"kind": "ok"}';
end $$;

create function ${s}.leave(e ${s}.entry, p_state text, p_reason text, p_now bigint)
returns void language plpgsql volatile as $$
begin
  if e.run is null or not (e.state = 'waiting' or (e.state = 'held' and not e.confirmed)) then return; end if;
  perform ${s}.note(e.target, p_now, case p_state when 'cancelled' then 'cancel' else 'timeout' end, e.run, p_reason, '{}');
  perform ${s}.bump(e.target, 'rejections_total|reason=' || p_state);
  perform ${s}.finish(e, p_state, p_reason, p_now);
end $$;

create function ${s}.follow(p_target text, c jsonb) returns jsonb language plpgsql volatile as $$
declare i ${s}.idem;
begin
  select * into i from ${s}.idem where target = p_target and key = c->>'key' and run = c->>'run';
  if not found then return ${s}.not_owner('the run that was followed left without running'); end if;
  if i.state = 'running' then return jsonb_build_object('kind', 'attach', 'run', i.run); end if;
  if i.state = 'unknown' or i.outcome is null then
    return jsonb_build_object('kind', 'unknown-outcome', 'run', i.run);
  end if;
  return jsonb_build_object('kind', 'finished', 'outcome', i.outcome);
end $$;

create function ${s}.end_holder(e ${s}.entry, p_action text, p_text text, p_now bigint)
returns jsonb language plpgsql volatile as $$
begin
  if e.run is null or not (e.state = 'held' or (e.state = 'quarantine' and p_action = 'release')) then
    return ${s}.not_owner('no such run holds a slot');
  end if;
  perform ${s}.note(e.target, p_now, case p_action when 'break' then 'break' else 'force-release' end, e.run, p_text,
    jsonb_build_object('fence', e.fence::text, 'slot', e.slot, 'lease', p_now));
  perform ${s}.bump(e.target, 'lease_lost_total|cause=operator');
  if e.state = 'held' then perform ${s}.note_hold_end(e, p_now); end if;
  if p_action = 'break' then
    update ${s}.entry set expires = greatest(expires, p_now + quarantine) where target = e.target and run = e.run;
  end if;
  perform ${s}.finish(e, case p_action when 'break' then 'quarantine' else 'lost' end, p_action || ': ' || p_text, p_now);
  perform ${s}.wake(e.target, e.run);
  return '{"kind": "ok"}';
end $$;

create function ${s}.operate(p_target text, e ${s}.entry, p_action text, p_text text, p_now bigint)
returns jsonb language plpgsql volatile as $$
begin
  if p_action in ('release', 'break') then return ${s}.end_holder(e, p_action, p_text, p_now); end if;
  if p_action = 'cancel' then
    if e.state is distinct from 'waiting' then return ${s}.not_owner('no such run is waiting'); end if;
    perform ${s}.note(p_target, p_now, 'cancel', e.run, p_text, '{}');
    perform ${s}.bump(p_target, 'rejections_total|reason=cancelled');
    perform ${s}.finish(e, 'cancelled', 'cancelled: ' || p_text, p_now);
    perform ${s}.wake(p_target, e.run);
    return '{"kind": "ok"}';
  end if;
  update ${s}.target set
    paused = case p_action when 'pause' then p_text when 'resume' then '' else paused end,
    draining = case p_action when 'drain' then p_text when 'resume' then '' else draining end
  where id = p_target;
  perform ${s}.note(p_target, p_now, p_action, '', p_text, '{}');
  return '{"kind": "ok"}';
end $$;
`;
}
