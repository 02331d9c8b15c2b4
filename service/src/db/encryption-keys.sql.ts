import { isSealed, type KeyRing, opens, seal, sealHeader } from '../crypto.ts'
import { defaultKeyId, type NamedKey } from '../settings/secrets.ts'
import { type Db, listed } from './db.ts'
import { UnusableDatabase } from './unavailable.ts'

export type SealedColumn = (typeof sealedColumns)[number]

/**
 * Every sealed column, with its table's primary key (text columns only) and the column whose value is authenticated with
 * the sealed value. A column missing here is lost when an old key is removed.
 */
export const sealedColumns = [
  { table: 'callback_secrets', column: 'sealed', key: ['merchant_id', 'secret_id'], owner: 'merchant_id' },
  { table: 'operations', column: 'response', key: ['merchant_id', 'operation_id'], owner: 'operation_id' },
  {
    table: 'events',
    column: 'sealed_body',
    key: ['merchant_id', 'processor', 'event_id'],
    owner: 'event_id',
  },
]

/**
 * Throws if one of the keys differs from the key that this database knows under its id. An id belongs to the first key
 * used under it; in a database without check values, the sealed values decide.
 */
export async function refuseWrongKeys(db: Db, keys: KeyRing): Promise<void> {
  const { wrong, unchecked } = await examineKeys(db, keys)
  if (wrong.length > 0) throw new UnusableDatabase(wrong.join('\n'))
  for (const key of unchecked) {
    await db`
      insert into encryption_key_checks (key_id, sealed) values (${key.id}, ${seal([key], ownerOf(key), 'svcpay')})
      on conflict do nothing`
  }
  // another instance may have been first, with another key
  if (unchecked.length > 0) await refuseWrongKeys(db, keys)
}

/** A sentence for each wrong key, and the keys that have no check value yet. */
export async function examineKeys(db: Db, keys: KeyRing) {
  const rows = await db<{ keyId: string; sealed: Buffer }[]>`select key_id, sealed from encryption_key_checks`
  const checks = new Map(rows.map(({ keyId, sealed }) => [keyId, sealed]))
  const unchecked = keys.filter(({ id }) => !checks.has(id))
  const stored = unchecked.length > 0 ? await sampleSealed(db) : []
  const isWrong = (key: NamedKey) => {
    const check = checks.get(key.id)
    if (check) return !opens([key], ownerOf(key), check)
    const header = sealHeader(key.id)
    const own = stored.filter(({ sealed }) => sealed.subarray(0, header.length).equals(header))
    return own.length > 0 && !own.some(({ owner, sealed }) => opens([key], owner, sealed))
  }
  return { wrong: keys.filter(isWrong).map(wrongKey), unchecked }
}

const wrongKey = ({ id }: NamedKey) =>
  id === defaultKeyId
    ? 'SVC_ENCRYPTION_KEY is not the key that this database was encrypted with.'
    : `The key ${id} in SVC_ENCRYPTION_KEYS differs from the key with this id that encrypted this database.`

const ownerOf = ({ id }: NamedKey) => `encryption key ${id}`

/** True if some stored value cannot be decrypted with any of the keys. Checks a sample. */
export async function hasUnreadable(db: Db, keys: KeyRing): Promise<boolean> {
  const stored = await sampleSealed(db)
  return stored.some(({ owner, sealed }) => !opens(keys, owner, sealed))
}

const atEachEnd = 50

/** Values from both ends of each table: an unfinished rotation leaves old values at one of them. */
async function sampleSealed(db: Db) {
  const samples = sealedColumns.flatMap(({ table, column, key, owner }) =>
    [db`asc`, db`desc`].map(direction => {
      const order = key.map(name => db`${db(name)} ${direction}`)
      return db<{ owner: string; sealed: Buffer }[]>`
        select ${db(owner)} as owner, ${db(column)} as sealed from ${db(table)}
        order by ${listed(db, order)} limit ${atEachEnd}`
    }),
  )
  const stored = (await Promise.all(samples)).flat()
  return stored.filter(({ sealed }) => sealed !== null && isSealed(sealed))
}
