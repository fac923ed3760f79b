/** Rates: counterpart of protocol/rate.ts. */
export function rates(s: string): string {
  return `
-- Rates are shared by targets. Steps that take tokens do so one after another, each with its own target locked before, so
-- that no two can wait for each other.
create function ${s}.rates_mutex() returns void language sql volatile as
$$ select pg_advisory_xact_lock(hashtext('signalbox rates ' || '${s.replaceAll('"', "")}')) $$;

create function ${s}.interval_of(r jsonb) returns bigint language sql immutable as
$$ select ceil((r->>'period')::numeric / (r->>'limit')::numeric)::bigint $$;

create function ${s}.next_arrival(r jsonb, p_now bigint) returns bigint language plpgsql volatile as $$
begin
  return greatest(p_now, least(coalesce((select tat from ${s}.rate where key = r->>'key'), 0),
    p_now + ${s}.interval_of(r) * (r->>'burst')::bigint)) + ${s}.interval_of(r);
end $$;

-- The rate that has to be waited for longest, as key and wait; no row: every one has a token.
create function ${s}.slowest_rate(p_rates jsonb, p_now bigint) returns table (key text, wait bigint)
language plpgsql volatile as $$
#variable_conflict use_column
begin
  return query select q.key, q.wait from (select value->>'key' as key, ordinality,
      ${s}.next_arrival(value, p_now) - p_now - ${s}.interval_of(value) * (value->>'burst')::bigint as wait
    from jsonb_array_elements(p_rates) with ordinality) q
  where q.wait > 0 order by q.wait desc, q.ordinality limit 1;
end $$;

-- A time that no use of the rate can have made must not move on with the clock: the bucket is empty now, and fills.
create function ${s}.heal_rates(p_rates jsonb, p_now bigint) returns void language sql volatile as $$
  update ${s}.rate r set tat = p_now + ${s}.interval_of(q.value) * (q.value->>'burst')::bigint
  from jsonb_array_elements(p_rates) q
  where r.key = q.value->>'key' and r.tat > p_now + ${s}.interval_of(q.value) * (q.value->>'burst')::bigint
$$;

create function ${s}.take_tokens(p_rates jsonb, p_now bigint) returns void language sql volatile as $$
  insert into ${s}.rate (key, max_in_period, period, burst, tat)
  select value->>'key', (value->>'limit')::bigint, (value->>'period')::bigint, (value->>'burst')::bigint,
    ${s}.next_arrival(value, p_now) from jsonb_array_elements(p_rates)
  on conflict (key) do update set max_in_period = excluded.max_in_period, period = excluded.period,
    burst = excluded.burst, tat = excluded.tat
$$;

create function ${s}.rate_text(p_limit bigint, p_period bigint, p_burst bigint) returns text language sql immutable as $$
  select 'limit=' || p_limit || ' period=' || trim_scale(p_period::numeric / 1000000) || 's burst=' || p_burst
$$;

create function ${s}.rate_mismatch(p_rates jsonb, p_now bigint) returns text language plpgsql volatile as $$
begin
  return 'the rate ' || q.key || ' is in use with ' || q.known || ', and this run asks for ' || q.wanted from (
    select r.key, ordinality, ${s}.rate_text(r.max_in_period, r.period, r.burst) as known,
      ${s}.rate_text((value->>'limit')::bigint, (value->>'period')::bigint, (value->>'burst')::bigint) as wanted
    from jsonb_array_elements(p_rates) with ordinality join ${s}.rate r on r.key = value->>'key' and r.tat > p_now) q
  where q.known <> q.wanted order by q.ordinality limit 1;
end $$;
`;
}
