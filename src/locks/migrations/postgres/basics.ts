/**
 * Clock, log, counters and the end of an entry: the counterpart of protocol/draft.ts. What reads or writes tables is in
 * PL/pgSQL throughout, since that keeps its plans for the session; a function in SQL is planned again at each call.
 */
export function basics(s: string): string {
  return `
-- The time now, not the transaction's start: a step may have waited for the target's row.
create function ${s}.clock() returns bigint language sql volatile as
$$ select (extract(epoch from clock_timestamp()) * 1000000)::bigint $$;

-- A promoted standby writes a new timeline, and may lack the last commits of the old one.
create function ${s}.epoch() returns text language sql volatile as
$$ select 'wal:' || left(pg_walfile_name(pg_current_wal_lsn()), 8) $$;

create function ${s}.wake(p_target text, p_run text) returns void language plpgsql volatile as $$
begin
  perform pg_notify('signalbox_' || md5('${s.replaceAll('"', "")}' || E'\\n' || p_target), p_run);
end $$;

create function ${s}.note(p_target text, p_now bigint, p_type text, p_run text, p_reason text, p_detail jsonb)
returns void language plpgsql volatile as $$
begin
  insert into ${s}.event (target, step, at, type, run, reason, detail)
  select id, step, p_now, p_type, p_run, p_reason, p_detail from ${s}.target where id = p_target;
end $$;

create function ${s}.bump(p_target text, p_name text, p_by double precision default 1)
returns void language plpgsql volatile as $$
begin
  insert into ${s}.counter as c values (p_target, p_name, p_by)
  on conflict (target, name) do update set value = c.value + excluded.value;
end $$;

create function ${s}.bump_all(p_target text, p_counters jsonb) returns void language plpgsql volatile as $$
begin
  perform ${s}.bump(p_target, key, value::double precision) from jsonb_each_text(p_counters);
end $$;

create function ${s}.observe(p_target text, p_name text, p_micros bigint) returns void language plpgsql volatile as $$
begin
  insert into ${s}.counter as c
  select p_target, p_name || '_bucket|le=' || b.label, 1
  from (values ('0.1', 1e5), ('0.5', 5e5), ('1', 1e6), ('5', 5e6), ('10', 1e7), ('30', 3e7), ('60', 6e7),
               ('300', 3e8), ('900', 9e8), ('3600', 3.6e9), ('+Inf', 1e18)) b (label, upto)
  where p_micros <= b.upto
  union all values (p_target, p_name || '_sum', p_micros), (p_target, p_name || '_count', 1)
  on conflict (target, name) do update set value = c.value + excluded.value;
end $$;

-- Ends an entry, or moves it to quarantine. A run that may have worked leaves its key unknown.
create function ${s}.finish(e ${s}.entry, p_state text, p_reason text, p_now bigint)
returns void language plpgsql volatile as $$
begin
  update ${s}.entry set state = p_state, reason = p_reason,
    ended_at = case when p_state = 'quarantine' then ended_at else p_now end
  where target = e.target and run = e.run;
  if p_state = 'released' or e.idem_key = '' then return; end if;
  if e.state <> 'waiting' and e.confirmed then
    update ${s}.idem set state = 'unknown', wall_ended = p_now
    where target = e.target and key = e.idem_key and run = e.run and state = 'running';
  else
    delete from ${s}.idem where target = e.target and key = e.idem_key and run = e.run and state = 'running';
  end if;
end $$;

create function ${s}.config_text(c jsonb) returns text language plpgsql immutable as $$
begin
  return 'permits=' || (c->>'permits') || ' bound=' || coalesce(c->>'bound', 'none')
    || ' counts=' || (c->>'counts') || ' when-full=' || (c->>'overflow')
    || coalesce(' breaker=' || (c#>>'{breaker,percent}') || '%of' || (c#>>'{breaker,least}')
      || 'in' || trim_scale((c#>>'{breaker,window}')::numeric / 1000000) || 's/'
      || trim_scale((c#>>'{breaker,pause}')::numeric / 1000000) || 's', '');
end $$;

create function ${s}.refuse(p_target text, p_now bigint, p_run text, p_why text, p_reason text)
returns jsonb language plpgsql volatile as $$
begin
  perform ${s}.note(p_target, p_now, 'refuse', p_run, p_reason, jsonb_build_object('why', p_why));
  perform ${s}.bump(p_target, 'rejections_total|reason=' || p_why);
  return jsonb_build_object('kind', 'refused', 'why', p_why, 'reason', p_reason);
end $$;
`;
}
