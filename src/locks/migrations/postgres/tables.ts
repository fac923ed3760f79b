/** Tables of the PostgreSQL store. `s` is the schema's quoted name. Times are microseconds of the server's clock. */
export function tables(s: string): string {
  return `
create table ${s}.target (
  id text primary key, config jsonb, seq bigint not null default 0, step bigint not null default 0,
  fence bigint not null default 0, paused text not null default '', draining text not null default '',
  hold_until bigint not null default 0, max_lease bigint not null default 0, epoch text not null default ''
) with (fillfactor = 50);

create table ${s}.entry (
  target text not null, run text not null, seq bigint not null, priority int not null, owner jsonb not null,
  ttl bigint not null, waiter_ttl bigint not null, quarantine bigint not null,
  replace_key text not null, idem_key text not null,
  enqueued_at bigint not null, wall_enqueued bigint not null, not_before bigint not null,
  state text not null, reason text not null default '', fence bigint not null default 0, slot int not null default -1,
  confirmed boolean not null default false, process_group bigint not null default 0, expires bigint not null,
  granted_at bigint not null default 0, ended_at bigint not null default 0, renewals bigint not null default 0,
  primary key (target, run)
) with (fillfactor = 70);
create index on ${s}.entry (target, seq) where state in ('waiting', 'held', 'quarantine');
create index on ${s}.entry (target, seq) where state = 'dead';

create table ${s}.idem (
  target text not null, key text not null, fingerprint text not null, run text not null, state text not null,
  outcome jsonb, wall_ended bigint not null default 0, wall_keep bigint not null default 0,
  primary key (target, key)
);
create table ${s}.event (
  id bigint generated always as identity primary key, target text not null, step bigint not null,
  at bigint not null, type text not null, run text not null, reason text not null, detail jsonb not null
);
create index on ${s}.event (target, id);
create table ${s}.counter (
  target text not null, name text not null, value double precision not null, primary key (target, name)
) with (fillfactor = 50);
`;
}

/** Lanes, attempts, the breaker and rates. A rate belongs to no single target. */
export function ratesAndLanes(s: string): string {
  return `
alter table ${s}.target add lanes jsonb not null default '{}',
  add breaker jsonb not null default '{"phase": "normal", "until": 0, "outcomes": []}';
alter table ${s}.entry add lane text not null default '', add rates jsonb not null default '[]',
  add attempt int not null default 1;
create table ${s}.rate (
  key text primary key, max_in_period bigint not null, period bigint not null, burst bigint not null, tat bigint not null
) with (fillfactor = 50);
`;
}

/** Functions are written anew with each version: what they return may have changed, which `or replace` refuses. */
export function forgetFunctions(s: string): string {
  return `
do $$ declare f regprocedure; begin
  for f in select oid::regprocedure from pg_proc where pronamespace = '${s}'::regnamespace loop
    execute 'drop function ' || f || ' cascade';
  end loop;
end $$;
`;
}
