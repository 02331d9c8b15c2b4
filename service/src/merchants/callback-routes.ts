import { secondsAfter } from '../clock.ts'
import type { App } from '../http/routes.ts'
import { recordAction } from '../operators/audit-log.sql.ts'
import { actorOf } from '../operators/operator-auth.ts'
import { hasCallbackSecret, makeCallbackSecret, retireCallbackSecret } from './callback-settings.sql.ts'
import { checkCallbackUrl } from './callback-url.ts'
import type { MerchantDeps } from './create-merchant.ts'
import { lockMerchant, resetEndpointHealth, updateMerchant } from './merchants.sql.ts'
import {
  CallbackBody,
  CallbackSchema,
  defaultGraceSeconds,
  GraceBody,
  MerchantPath,
  SigningSecretSchema,
} from './schemas.ts'

export function callbackRoutes(app: App, deps: MerchantDeps): void {
  const { db, clock, encryptionKeys } = deps

  app.put('/merchants/:merchantId/callback', {
    operationId: 'setCallback',
    summary: 'Set or clear the callback URL',
    description: 'A null URL stops callbacks. Events are still recorded, and can be sent later.',
    params: MerchantPath,
    body: CallbackBody,
    response: { 200: CallbackSchema },
    handler: async request => {
      const requested = request.body.url
      const url = requested === null ? null : checkCallbackUrl(requested, deps.callbackTargets)
      return await db.begin(async tx => {
        const merchant = await lockMerchant(tx, request.params.merchantId)
        const { merchantId, callbackUrl } = merchant
        const now = clock.now()
        await updateMerchant(tx, { ...merchant, callbackUrl: url })
        await resetEndpointHealth(tx, merchantId)
        const detail = { url, before: { url: callbackUrl } }
        await recordAction(tx, now, actorOf(request), { action: 'callback.set', merchantId, detail })
        if (url === null || (await hasCallbackSecret(tx, merchantId))) return { url }
        return { url, signingSecret: await makeCallbackSecret(tx, encryptionKeys, merchantId, now) }
      })
    },
  })

  app.post('/merchants/:merchantId/callback/rotate-secret', {
    operationId: 'rotateCallbackSecret',
    summary: 'Replace the callback signing secret',
    description:
      'Until the grace period ends, every callback carries one `v1=` for each valid secret. At most three are valid at a time: a fourth ends the oldest early, and `endedSecrets` lists it.',
    params: MerchantPath,
    body: GraceBody,
    response: { 200: SigningSecretSchema },
    handler: async request => {
      const { graceSeconds = defaultGraceSeconds } = request.body
      return await db.begin(async tx => {
        const { merchantId } = await lockMerchant(tx, request.params.merchantId)
        const now = clock.now()
        const endedSecrets = await retireCallbackSecret(tx, merchantId, now, secondsAfter(now, graceSeconds))
        const signingSecret = await makeCallbackSecret(tx, encryptionKeys, merchantId, now)
        const entry = { action: 'callback.rotate-secret', merchantId, detail: { graceSeconds } }
        await recordAction(tx, now, actorOf(request), entry)
        return { signingSecret, endedSecrets }
      })
    },
  })
}
