const number = value => value.toLocaleString('en-US', { maximumFractionDigits: 2 })

/** Bytes per payment of every growing table and of its indexes. */
export async function sizesTable(db) {
  const [{ payments }] = await db`select count(*)::int as payments from payments`
  const tables = await db`
    select c.oid::int, relname as name, reltuples::float8 as rows, (pg_table_size(c.oid))::float8 as heap,
      pg_indexes_size(c.oid)::float8 as indexes
    from pg_class c where relkind = 'r' and relnamespace = current_schema()::regnamespace
    order by pg_total_relation_size(c.oid) desc`
  const indexes = await db`
    select relname as table, indexrelname as name, pg_relation_size(indexrelid)::float8 as bytes, idx_scan::float8 as scans
    from pg_stat_user_indexes where schemaname = current_schema() order by bytes desc`
  const growing = tables.filter(({ heap, indexes }) => heap + indexes > payments)
  const lines = growing.map(({ name, rows, heap, indexes: all }) => {
    const own = indexes
      .filter(index => index.table === name && index.bytes > payments / 10)
      .map(index => `${index.name.replace(`${name}_`, '')} ${number(Math.round(index.bytes / payments))}`)
    return [name, rows / payments, heap / rows, heap / payments, all / payments]
      .map((value, i) => (i === 0 ? value : number(i === 1 ? value : Math.round(value))))
      .concat(own.join(', '))
  })
  const sum = key => number(Math.round(growing.reduce((total, table) => total + table[key], 0) / payments))
  return [
    '| Table | Rows per payment | Bytes per row | Table, bytes per payment | Indexes, bytes per payment | Of these |',
    '| --- | --- | --- | --- | --- | --- |',
    ...[...lines, ['all', '', '', sum('heap'), sum('indexes'), '']].map(line => `| ${line.join(' | ')} |`),
  ].join('\n')
}
