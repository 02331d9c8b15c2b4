import { randomBytes } from 'node:crypto'
import type { Outside } from '../call.ts'
import type { Clock } from '../clock.ts'
import type { KeyRing } from '../crypto.ts'
import type { Db } from '../db/db.ts'
import { sealedCallbackSecrets } from '../merchants/callback-secrets.sql.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { type Actor, recordAction } from '../operators/audit-log.sql.ts'
import { existing, problems } from '../problems.ts'
import type { Sender } from './sending/send.ts'
import { sendSigned } from './sending/send-signed.ts'

export interface TestSendDeps {
  db: Db
  clock: Clock
  encryptionKeys: KeyRing
  sender: Sender
  /** Called when the test waits for its receiver. */
  outside: Outside
}

interface TestResult {
  delivered: boolean
  status: number | null
  error: string | null
  durationMs: number
  answer: string
}

/** Sends a signed event of its own type, once and now. It appears in no list and changes nothing. */
export async function sendTestCallback(deps: TestSendDeps, actor: Actor, id: string): Promise<TestResult> {
  const merchant = existing(await findMerchant(deps.db, id), 'merchant')
  const { merchantId, callbackUrl } = merchant
  if (!callbackUrl) throw problems.invalidState('The merchant has no callback URL.', 'unset', ['set'])
  const at = deps.clock.now()
  const eventId = `evt_test_${randomBytes(12).toString('hex')}`
  const event = {
    id: eventId,
    object: 'event',
    type: 'svcpay.test',
    created: Math.floor(at.getTime() / 1000),
  }
  const body = Buffer.from(JSON.stringify({ ...event, data: { object: { merchantId } } }))
  const sealedSecrets = await sealedCallbackSecrets(deps.db, merchantId, at)
  const { type } = event
  const message = {
    merchantId,
    url: callbackUrl,
    eventId,
    type,
    paymentId: null,
    attempt: 1,
    body,
    sealedSecrets,
  }
  const sent = await deps.outside(sendSigned(deps, message, at))
  await deps.db.begin(tx =>
    recordAction(tx, at, actor, {
      action: 'callback.test',
      target: merchantId,
      merchantId,
      detail: { eventId },
    }),
  )
  const { status, error, durationMs } = sent
  return { delivered: error === null, status, error, durationMs, answer: sent.answer.toString('utf8') }
}
