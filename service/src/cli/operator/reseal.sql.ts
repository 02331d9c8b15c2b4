import { isSealed, type KeyRing, seal, sealHeader, unsealBytes } from '../../crypto.ts'
import { type Db, listed, type Queryable } from '../../db/db.ts'
import type { SealedColumn } from '../../db/encryption-keys.sql.ts'

/** The position of the last row of the previous batch; null for the first batch. */
type After = string[] | null

interface SealedRow {
  position: string[]
  owner: string
  sealed: Buffer
}

/** Opens the next values, and reseals those sealed with older keys. Values that retention emptied stay empty. */
export async function resealBatch(db: Db, keys: KeyRing, column: SealedColumn, after: After, limit: number) {
  const rows = await findSealed(db, column, after, limit)
  const opened = rows.flatMap(row => {
    const content = contentOf(keys, row)
    return content === null ? [] : [{ ...row, content }]
  })
  const header = sealHeader(keys[0]?.id ?? '')
  const old = opened.filter(({ sealed }) => !sealed.subarray(0, header.length).equals(header))
  const written = await db.begin(tx =>
    Promise.all(old.map(row => replaceSeal(tx, column, row, seal(keys, row.owner, row.content)))),
  )
  return {
    resealed: written.filter(({ count }) => count > 0).length,
    /** Values that no key of the ring opens. */
    failed: rows.length - opened.length,
    /** Where the next batch begins; null if this was the last. */
    next: rows.length < limit ? null : (rows.at(-1)?.position ?? null),
  }
}

/** Includes values sealed with the newest key, because another key may have had the same id. */
async function findSealed(db: Db, { table, column, key, owner }: SealedColumn, after: After, limit: number) {
  const names = key.map(name => db`${db(name)}`)
  const values = after?.map(value => db`${value}`)
  const columns = listed(db, names)
  const from = values ? db`and (${columns}) > (${listed(db, values)})` : db``
  return await db<SealedRow[]>`
    select array[${columns}] as position, ${db(owner)} as owner, ${db(column)} as sealed
    from ${db(table)}
    where ${db(column)} <> '' ${from}
    order by ${columns}
    limit ${limit}`
}

/** Values stored before sealing existed are sealed now. */
function contentOf(keys: KeyRing, { owner, sealed }: SealedRow): Buffer | null {
  if (!isSealed(sealed)) return sealed
  try {
    return unsealBytes(keys, owner, sealed)
  } catch {
    return null
  }
}

/** A value that changed in the meantime is already sealed with the newest key. */
function replaceSeal(db: Queryable, { table, column, key }: SealedColumn, row: SealedRow, fresh: Buffer) {
  const sameKey = key.map((name, i) => db`${db(name)} = ${row.position[i] ?? ''}`)
  const all = sameKey.reduce((one, other) => db`${one} and ${other}`)
  return db`
    update ${db(table)} set ${db(column)} = ${fresh} where ${all} and ${db(column)} = ${row.sealed}`
}
