import type { CredentialDigest, NewCredential } from '../auth/credential.ts'
import type { Db, Tx } from '../db/db.ts'
import type { CodeId, MerchantId } from '../ids.ts'

interface SignInCode {
  codeId: CodeId
  /** Null for the owner. */
  merchantId: MerchantId | null
  createdAt: Date
  expiresAt: Date
}

/** Deletes expired codes as well. */
export async function insertSignInCode(tx: Tx, code: SignInCode & NewCredential): Promise<void> {
  const { codeId, merchantId, salt, digest, createdAt, expiresAt } = code
  await tx`delete from sign_in_codes where expires_at < ${createdAt}`
  await tx`
    insert into sign_in_codes (code_id, merchant_id, salt, digest, created_at, expires_at)
    values (${codeId}, ${merchantId}, ${salt}, ${digest}, ${createdAt}, ${expiresAt})`
}

export async function findSignInCode(db: Db, codeId: CodeId) {
  const [row] = await db<(SignInCode & CredentialDigest)[]>`
    select code_id, merchant_id, salt, digest, created_at, expires_at from sign_in_codes where code_id = ${codeId}`
  return row ?? null
}

/** False if the code was used already: it works only once. */
export async function deleteSignInCode(tx: Tx, codeId: CodeId): Promise<boolean> {
  const { count } = await tx`delete from sign_in_codes where code_id = ${codeId}`
  return count === 1
}

export async function deleteOwnerCodes(tx: Tx): Promise<void> {
  await tx`delete from sign_in_codes where merchant_id is null`
}
