import type { Queryable } from './db.ts'
import { UnusableDatabase } from './unavailable.ts'

const oldest = 15
const recommended = 16

/** Null if the service works with this version of PostgreSQL. */
export const whyTooOld = (version: number) =>
  version < oldest
    ? `PostgreSQL ${version} is too old: upgrade it to ${oldest} or later, preferably ${recommended} or later.`
    : null

/** The drawback of a supported version; null if there is none. */
export const costOfVersion = (version: number) =>
  version < recommended
    ? `PostgreSQL ${version} writes a new entry into every index when a payment or callback changes, because of the BRIN indexes. From ${recommended} on, rows stay in place.`
    : null

export async function refuseOldServer(db: Queryable): Promise<void> {
  const [server] = await db<{ version: number }[]>`
    select current_setting('server_version_num')::int / 10000 as version`
  const fault = whyTooOld(server?.version ?? oldest)
  if (fault) throw new UnusableDatabase(fault)
}
