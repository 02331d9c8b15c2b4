import { randomBytes } from 'node:crypto'
import { Type } from '@fastify/type-provider-typebox'
import type { Clock } from '../clock.ts'
import type { KeyRing } from '../crypto.ts'
import type { Db } from '../db/db.ts'
import { outsideOf } from '../http/doors/arrival.ts'
import { Text, Whole } from '../http/fields.ts'
import type { App } from '../http/routes.ts'
import { Named, Nullable, problemResponses, Strict } from '../http/schemas.ts'
import type { MerchantId } from '../ids.ts'
import { sealedCallbackSecrets } from '../merchants/callback-settings.sql.ts'
import { merchantById } from '../merchants/merchants.sql.ts'
import { MerchantPath } from '../merchants/schemas.ts'
import { recordAlone } from '../operators/audit-log.sql.ts'
import { actorOf } from '../operators/operator-auth.ts'
import { problems } from '../problems.ts'
import type { Sender } from './sending/send.ts'
import { openSecrets, sendSigned } from './sending/send-signed.ts'

export const TestSentSchema = Named('CallbackTestResult', 'How the receiver answered.', {
  delivered: Type.Boolean({ description: 'Whether the receiver answered 2xx' }),
  status: Nullable(Whole('The HTTP status of the answer; null when there was none', 200)),
  error: Nullable(Type.String({ description: 'Why it failed; null when it did not' })),
  durationMs: Whole('How long it took, in milliseconds', 84),
  answer: Text('The first 16 KiB of the answer', 'ok'),
})

interface TestSendDeps {
  db: Db
  clock: Clock
  encryptionKeys: KeyRing
  sender: Sender
}

/** Sends one signed test event at once. It appears in no list and changes nothing. */
export function callbackTestRoutes(app: App, deps: TestSendDeps): void {
  const { db, clock } = deps
  /** Merchants with a test running: a slow receiver must not get many at once. */
  const running = new Set<string>()
  app.post('/merchants/:merchantId/callback/test', {
    operationId: 'testCallback',
    summary: 'Send a test event',
    description:
      'Sends one signed event to the callback URL now, and reports how the receiver answered. A merchant can run one test at a time; a second gets 409 In progress.',
    params: MerchantPath,
    body: Strict({}),
    response: { 200: TestSentSchema, ...problemResponses('invalid_state', 'in_progress') },
    handler: async request => {
      const merchantId = request.params.merchantId as MerchantId
      if (running.has(merchantId)) throw problems.inProgress('A test of this callback is still running.')
      running.add(merchantId)
      try {
        const { callbackUrl: url } = await merchantById(db, merchantId)
        if (!url) throw problems.invalidState('The merchant has no callback URL.', 'unset', ['set'])
        const at = clock.now()
        const eventId = `evt_test_${randomBytes(12).toString('hex')}`
        const type = 'svcpay.test'
        const created = Math.floor(at.getTime() / 1000)
        const event = { id: eventId, object: 'event', type, created, data: { object: { merchantId } } }
        const body = Buffer.from(JSON.stringify(event))
        const sealedSecrets = await sealedCallbackSecrets(db, merchantId, at)
        const secrets = openSecrets(deps.encryptionKeys, { merchantId, sealedSecrets })
        const message = { merchantId, url, eventId, type, paymentId: null, attempt: 1, body, secrets }
        const sent = await outsideOf(request)(sendSigned(deps, message, at))
        const entry = { action: 'callback.test', merchantId, detail: { eventId } }
        await recordAlone(deps, actorOf(request), entry)
        const { status, error, durationMs, answer } = sent
        return { delivered: error === null, status, error, durationMs, answer: answer.toString('utf8') }
      } finally {
        running.delete(merchantId)
      }
    },
  })
}
