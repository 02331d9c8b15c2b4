import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { EmbeddedPostgresError, orNullIfMissing } from './errors.ts'

export interface Account {
  uid: number
  gid: number
}

/**
 * PostgreSQL refuses to run as root. Root runs it as the owner of the existing cluster, or else as the first of these
 * users that exists here; anyone else runs it as themselves (null).
 */
export async function databaseAccount(cluster: string, names: readonly string[]): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await orNullIfMissing(stat(cluster))
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of names) {
    const account = await lookUp(name)
    if (account) return account
  }
  throw new EmbeddedPostgresError(
    'platform_unsupported',
    `PostgreSQL does not run as root, and none of the users ${names.join(', ')} exists here; start svcpay as an ordinary user or set DATABASE_URL`,
  )
}

async function lookUp(name: string): Promise<Account | null> {
  const id = async (flag: string) => Number((await promisify(execFile)('id', [flag, name])).stdout)
  try {
    const [uid, gid] = await Promise.all([id('-u'), id('-g')])
    // macOS prints nobody's -2 as unsigned, which spawn refuses.
    return { uid: uid | 0, gid: gid | 0 }
  } catch {
    return null
  }
}
