/** The circuit breaker: counterpart of protocol/breaker.ts. */
export function breaker(s: string): string {
  return `
create function ${s}.permits_now(p_config jsonb, p_breaker jsonb) returns int language sql immutable as $$
  select case when p_config#>>'{breaker,percent}' is null then (p_config->>'permits')::int
    when p_breaker->>'phase' = 'shut' then 0
    when p_breaker->>'phase' = 'probing' then 1
    when p_breaker->>'phase' = 'reduced' then greatest(1, (p_config->>'permits')::int / 2)
    else (p_config->>'permits')::int end
$$;

create function ${s}.breaker_allows(t ${s}.target, p_now bigint) returns boolean language sql immutable as $$
  select t.config#>>'{breaker,percent}' is null or t.breaker->>'phase' in ('normal', 'probing')
    or p_now >= (t.breaker->>'until')::bigint
$$;

create function ${s}.breaker_text(t ${s}.target, p_now bigint) returns text language sql immutable as $$
  select case when ${s}.breaker_allows(t, p_now) then ''
    when t.breaker->>'phase' = 'shut' then 'circuit breaker: too many runs failed'
    else 'circuit breaker: admission is reduced' end
$$;

create function ${s}.enter_phase(p_target text, p_phase text, p_until bigint, p_reason text, p_now bigint)
returns void language plpgsql volatile as $$
begin
  update ${s}.target set breaker = jsonb_build_object('phase', p_phase, 'until', p_until, 'outcomes', '[]'::jsonb)
  where id = p_target;
  perform ${s}.note(p_target, p_now, 'breaker', '', p_reason, jsonb_build_object('phase', p_phase, 'until', p_until));
end $$;

create function ${s}.revive_breaker(p_target text, p_now bigint) returns void language plpgsql volatile as $$
declare t ${s}.target;
begin
  select * into t from ${s}.target where id = p_target;
  if t.breaker->>'phase' = 'shut' and p_now >= (t.breaker->>'until')::bigint then
    perform ${s}.enter_phase(p_target, 'probing', 0, 'the pause is over: one run tries', p_now);
  end if;
end $$;

create function ${s}.space_grants(p_target text, p_now bigint) returns void language plpgsql volatile as $$
begin
  update ${s}.target set breaker = jsonb_set(breaker, '{until}',
    to_jsonb(p_now + floor((config#>>'{breaker,pause}')::numeric / 10)::bigint))
  where id = p_target and breaker->>'phase' = 'reduced' and config#>>'{breaker,percent}' is not null;
end $$;

create function ${s}.note_outcome(p_target text, p_failed boolean, p_now bigint)
returns void language plpgsql volatile as $$
declare t ${s}.target; b jsonb; list jsonb; total int; failures int; over boolean; why text; phase text; pause bigint;
begin
  select * into t from ${s}.target where id = p_target;
  b := t.config->'breaker';
  if b->>'percent' is null then return; end if;
  select coalesce(jsonb_agg(x.value order by x.ordinality), '[]') into list from (
    select * from jsonb_array_elements(t.breaker->'outcomes') with ordinality
    where (value->>'at')::bigint > p_now - (b->>'window')::bigint order by ordinality desc limit 99) x;
  list := list || jsonb_build_object('at', p_now, 'failed', p_failed);
  update ${s}.target set breaker = jsonb_set(breaker, '{outcomes}', list) where id = p_target;
  total := jsonb_array_length(list);
  select count(*) into failures from jsonb_array_elements(list) where (value->>'failed')::boolean;
  over := failures * 100 >= (b->>'percent')::numeric * total;
  why := failures || ' of the last ' || total || ' runs failed';
  phase := t.breaker->>'phase';
  pause := (b->>'pause')::bigint;
  if phase = 'normal' and total >= (b->>'least')::int and over then
    perform ${s}.enter_phase(p_target, 'reduced', p_now + pause / 10, why, p_now);
  elsif phase = 'reduced' and total * 2 >= (b->>'least')::int and over then
    perform ${s}.enter_phase(p_target, 'shut', p_now + pause, why, p_now);
  elsif phase = 'reduced' and total * 2 >= (b->>'least')::int then
    perform ${s}.enter_phase(p_target, 'normal', 0, why, p_now);
  elsif phase = 'probing' and p_failed then
    perform ${s}.enter_phase(p_target, 'shut', p_now + pause, 'the run that tried failed', p_now);
  elsif phase = 'probing' then
    perform ${s}.enter_phase(p_target, 'normal', 0, 'the run that tried succeeded', p_now);
  end if;
end $$;
`;
}
