import type { App } from '../http/routes.ts'
import { actorOf } from '../operators/operator-auth.ts'
import { existing } from '../problems.ts'
import { callbackStateOf } from './callback-state.sql.ts'
import { rotateCallbackSecret, setCallbackUrl } from './manage-callback.ts'
import type { MerchantDeps } from './manage-merchants.ts'
import { findMerchant } from './merchants.sql.ts'
import {
  CallbackBody,
  CallbackSchema,
  CallbackStateSchema,
  defaultGraceSeconds,
  GraceBody,
  MerchantPath,
  SigningSecretSchema,
} from './schemas.ts'

export function callbackRoutes(app: App, deps: MerchantDeps): void {
  app.get(
    '/merchants/:merchantId/callback',
    {
      tags: ['Callback settings'],
      operationId: 'getCallback',
      summary: 'Retrieve the callback settings',
      description: 'The URL, how old its signing secrets are, and how the endpoint is doing.',
      params: MerchantPath,
      response: { 200: CallbackStateSchema },
    },
    async request => {
      const merchant = existing(await findMerchant(deps.db, request.params.merchantId), 'merchant')
      const { merchantId, callbackUrl: url } = merchant
      return { url, ...(await callbackStateOf(deps.db, merchantId, deps.clock.now())) }
    },
  )

  app.put(
    '/merchants/:merchantId/callback',
    {
      tags: ['Callback settings'],
      operationId: 'setCallback',
      summary: 'Set or clear the callback URL',
      description: 'Null stops callbacks. Events are still recorded, and can be sent later.',
      params: MerchantPath,
      body: CallbackBody,
      response: { 200: CallbackSchema },
    },
    async request => setCallbackUrl(deps, actorOf(request), request.params.merchantId, request.body.url),
  )

  app.post(
    '/merchants/:merchantId/callback/rotate-secret',
    {
      tags: ['Callback settings'],
      operationId: 'rotateCallbackSecret',
      summary: 'Replace the callback signing secret',
      description:
        'Until the grace period is over, every callback carries one `v1=` for each valid secret. At most three are ' +
        'valid at a time: rotate more often, and the oldest ends early.',
      params: MerchantPath,
      body: GraceBody,
      response: { 200: SigningSecretSchema },
    },
    async request =>
      rotateCallbackSecret(
        deps,
        actorOf(request),
        request.params.merchantId,
        request.body.graceSeconds ?? defaultGraceSeconds,
      ),
  )
}
