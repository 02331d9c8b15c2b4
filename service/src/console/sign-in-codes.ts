import { newCredential, provesCredential, publicIdIn } from '../auth/credential.ts'
import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/db.ts'
import { type CodeId, type MerchantId, newCodeId } from '../ids.ts'
import { deleteOwnerCodes, findSignInCode, insertSignInCode } from './sign-in-codes.sql.ts'

const prefix = 'svc_code'
const ownerMinutes = 12 * 60
const portalMinutes = 10

/** Printed in the terminal that started the service; signs the owner in once. A newer link replaces an older one. */
export async function createSignInLink(
  { db, clock }: { db: Db; clock: Clock },
  consoleUrl: string,
): Promise<string> {
  return await db.begin(async tx => {
    await deleteOwnerCodes(tx)
    const { text } = await newCode(tx, clock, null, ownerMinutes)
    return `${consoleUrl}/console/sign-in#code=${text}`
  })
}

export const createPortalCode = (tx: Tx, clock: Clock, merchantId: MerchantId) =>
  newCode(tx, clock, merchantId, portalMinutes)

async function newCode(tx: Tx, clock: Clock, merchantId: MerchantId | null, minutes: number) {
  const codeId = newCodeId()
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + minutes * 60_000)
  const code = { codeId, merchantId, createdAt, expiresAt, ...newCredential(prefix, codeId) }
  await insertSignInCode(tx, code)
  return code
}

/** Null if the code is not valid, or no longer valid. */
export async function proveCode({ db, clock }: { db: Db; clock: Clock }, presented: string) {
  const id = publicIdIn(prefix, presented)
  const code = id === null ? null : await findSignInCode(db, `sic_${id}` as CodeId)
  return code && provesCredential(presented, code) && code.expiresAt > clock.now() ? code : null
}
