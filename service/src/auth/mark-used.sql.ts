import type { Db } from '../db/db.ts'

const idColumns = { operators: 'operator_id', console_sessions: 'session_id', api_keys: 'key_id' } as const

/** Records when a credential was last used. An earlier time never replaces a later one. */
export async function markUsed(db: Db, table: keyof typeof idColumns, id: string, at: Date): Promise<void> {
  await db`
    update ${db(table)} set last_used_at = ${at}
    where ${db(idColumns[table])} = ${id} and (last_used_at is null or last_used_at < ${at})`
}
