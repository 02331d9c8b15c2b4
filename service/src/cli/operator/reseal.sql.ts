import { isSealed, type KeyRing, seal, sealHeader, unsealBytes } from '../../crypto.ts'
import { type Db, listed, type Queryable } from '../../db/db.ts'

interface SealedColumn {
  table: string
  column: string
  /** The primary key, all of it text. */
  key: readonly string[]
  /** The column whose value is authenticated with what is sealed. */
  owner: string
}

/** Every sealed column. A column missing here is lost when an old key is removed. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'callback_secrets', column: 'sealed', key: ['merchant_id', 'secret_id'], owner: 'merchant_id' },
  { table: 'operations', column: 'response', key: ['merchant_id', 'operation_id'], owner: 'operation_id' },
  {
    table: 'events',
    column: 'sealed_body',
    key: ['merchant_id', 'processor', 'event_id'],
    owner: 'event_id',
  },
]

interface SealedRow {
  position: string[]
  owner: string
  sealed: Buffer
}

/** Reseals the next values that an older key sealed. Values that retention emptied stay empty. */
export async function resealBatch(
  db: Db,
  keys: KeyRing,
  column: SealedColumn,
  after: string[] | null,
  limit: number,
) {
  const rows = await findOldSeals(db, keys, column, after, limit)
  const opened = rows.flatMap(row => {
    const content = contentOf(keys, row)
    return content === null ? [] : [{ ...row, fresh: seal(keys, row.owner, content) }]
  })
  const written = await db.begin(tx =>
    Promise.all(opened.map(row => replaceSeal(tx, column, row, row.fresh))),
  )
  return {
    resealed: written.filter(({ count }) => count > 0).length,
    /** Values that no key of the ring opens. */
    failed: rows.length - opened.length,
    /** Where the next batch begins; null when this was the last. */
    next: rows.length < limit ? null : (rows.at(-1)?.position ?? null),
  }
}

async function findOldSeals(
  db: Db,
  keys: KeyRing,
  { table, column, key, owner }: SealedColumn,
  after: string[] | null,
  limit: number,
): Promise<SealedRow[]> {
  const header = sealHeader(keys[0]?.id ?? '')
  const columns = listed(
    db,
    key.map(name => db`${db(name)}`),
  )
  const from =
    after &&
    db`and (${columns}) > (${listed(
      db,
      after.map(value => db`${value}`),
    )})`
  return await db<SealedRow[]>`
    select array[${columns}] as position, ${db(owner)} as owner, ${db(column)} as sealed
    from ${db(table)}
    where ${db(column)} <> '' and substring(${db(column)} from 1 for ${header.length}) <> ${header} ${from ?? db``}
    order by ${columns}
    limit ${limit}`
}

/** What was stored before there was a seal for it is sealed now. */
function contentOf(keys: KeyRing, { owner, sealed }: SealedRow): Buffer | null {
  if (!isSealed(sealed)) return sealed
  try {
    return unsealBytes(keys, owner, sealed)
  } catch {
    return null
  }
}

/** A value that changed meanwhile is already sealed with the newest key. */
function replaceSeal(db: Queryable, { table, column, key }: SealedColumn, row: SealedRow, fresh: Buffer) {
  const sameKey = key.map((name, i) => db`${db(name)} = ${row.position[i] ?? ''}`)
  const all = sameKey.reduce((one, other) => db`${one} and ${other}`)
  return db`
    update ${db(table)} set ${db(column)} = ${fresh} where ${all} and ${db(column)} = ${row.sealed}`
}
