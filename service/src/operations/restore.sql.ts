import { seal } from '../crypto.ts'
import type { Queryable } from '../db/db.ts'
import { newOperationId } from '../ids.ts'
import type { Memo } from '../processors/port.ts'
import type { OperationDeps } from './deps.ts'
import type { MoneyKind, NewOperation } from './operation.ts'

interface RestoredOperation
  extends Pick<NewOperation<MoneyKind>, 'merchantId' | 'kind' | 'paymentId' | 'at'> {
  /** All that is known of the caller's key and body. */
  memo: Memo
  /** The answer, made anew. */
  body: string
}

/**
 * A call that the processor remembers and this database has forgotten: a retry finds it by the digest of its key, or
 * without one by its body, because nobody knows any more whether its caller has the answer. Writes nothing, and returns
 * false, if the operation itself is still here. One that is open with another body was refused in the time that was lost,
 * and will be again.
 */
export async function restoreOperation(
  { encryptionKeys }: Pick<OperationDeps, 'encryptionKeys'>,
  db: Queryable,
  { merchantId, kind, paymentId, memo, body, at }: RestoredOperation,
): Promise<boolean> {
  const { key: callKey, operationId = newOperationId() } = memo
  const digest = Buffer.from(memo.digest, 'base64url')
  const response = seal(encryptionKeys, operationId, body)
  const restored = await db`
    insert into operations (merchant_id, operation_id, kind, idempotency_key, request_digest, payment_id, intent, state,
      response, answer_owed, created_at, settled_at)
    select ${merchantId}, ${operationId}, ${kind}, ${callKey}, ${digest}, ${paymentId},
      jsonb_build_object('callKey', ${callKey}::text), 'done', ${response}, ${kind !== 'create'}, ${at}, ${at}
    where not exists (select from operations o
      where o.merchant_id = ${merchantId} and o.payment_id = ${paymentId} and o.kind = ${kind}
        and o.intent ->> 'callKey' = ${callKey}
        and (o.state = 'done' or o.state = 'started' and o.request_digest = ${digest}))
    on conflict do nothing
    returning 1`
  return restored.length > 0
}
