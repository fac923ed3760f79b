/** Every statement of the SQLite store; values are always bound. */
export const SQL = {
  readMeta: "select value from meta where name = ?",
  writeMeta: "insert into meta values (?, ?) on conflict (name) do update set value = excluded.value",
  readTarget: "select doc from target where id = ?",
  writeTarget: "insert into target values (?, ?) on conflict (id) do update set doc = excluded.doc",
  listTargets: "select doc from target order by id",
  readLive: "select doc from entry where target = ? and state in ('waiting', 'held', 'quarantine') order by seq",
  readDead: "select doc from entry where target = ? and state = 'dead' order by seq",
  readEntry: "select doc from entry where target = ? and run = ?",
  writeEntry: `insert into entry values (?, ?, ?, ?, ?)
    on conflict (target, run) do update set state = excluded.state, doc = excluded.doc`,
  readIdem: "select doc from idem where target = ? and key = ?",
  writeIdem: "insert into idem values (?, ?, ?) on conflict (target, key) do update set doc = excluded.doc",
  deleteIdem: "delete from idem where target = ? and key = ?",
  readRate: "select doc from rate where key = ?",
  listRates: "select doc from rate order by key",
  writeRate: "insert into rate values (?, ?) on conflict (key) do update set doc = excluded.doc",
  writeEvent: "insert into event (target, doc) values (?, ?)",
  readEvents: "select id, doc from (select id, doc from event where target = ? order by id desc limit ?) order by id",
  writeCounter: `insert into counter values (?, ?, ?)
    on conflict (target, name) do update set value = value + excluded.value`,
  readCounters: "select name, value from counter where target = ? order by name",
  trimEntries: `delete from entry where target = ? and seq < ?
    and state not in ('waiting', 'held', 'quarantine')`,
  trimEvents: `delete from event where target = ? and id < (
    select min(id) from (select id from event where target = ? order by id desc limit ?))`,
  trimIdem: `delete from idem where target = ? and json_extract(doc, '$.wallKeep') between 1 and ?`,
} as const;
