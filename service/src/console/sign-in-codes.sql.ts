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

/** With the operator who made the portal link, from the audit log. */
export async function findSignInCode(db: Db, codeId: CodeId) {
  const [row] = await db<(SignInCode & CredentialDigest & { madeBy: string | null })[]>`
    select code_id, merchant_id, salt, digest, created_at, expires_at, (
      select actor from audit_log a
      where a.merchant_id = c.merchant_id and a.target = c.merchant_id and action = 'portal.link'
        and detail ->> 'linkId' = code_id
      order by audit_id desc limit 1) as made_by
    from sign_in_codes c where code_id = ${codeId}`
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
