/**
 * Numbered steps of the SQLite schema. Never edit one that was released: add the next. Each runs in one immediate
 * transaction together with its number, so two processes that start at once migrate once.
 */
export const SQLITE_MIGRATIONS: readonly string[] = [
  `
  create table meta (name text primary key, value text not null) without rowid;
  create table target (id text primary key, doc text not null) without rowid;
  create table entry (
    target text not null, run text not null, seq integer not null, state text not null, doc text not null,
    primary key (target, run)
  ) without rowid;
  create index entry_live on entry (target, seq) where state in ('waiting', 'held', 'quarantine');
  create index entry_dead on entry (target, seq) where state = 'dead';
  create table idem (target text not null, key text not null, doc text not null, primary key (target, key)) without rowid;
  create table event (id integer primary key autoincrement, target text not null, doc text not null);
  create index event_target on event (target, id);
  create table counter (
    target text not null, name text not null, value real not null, primary key (target, name)
  ) without rowid;
  `,
  "create table rate (key text primary key, doc text not null) without rowid;",
];
