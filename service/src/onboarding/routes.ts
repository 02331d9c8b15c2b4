import { idempotencyKeyOf, sendReply } from '../http/answers/reply.ts'
import type { App } from '../http/routes.ts'
import { actingProblems, askingProblems, IdempotencyHeader, Strict } from '../http/schemas.ts'
import { findActiveAccount } from '../merchants/active-processor.sql.ts'
import { connectedAccountOf } from '../merchants/connected.ts'
import { callingMerchant } from '../merchants/merchant-auth.ts'
import { presentOnboarding } from '../merchants/onboarding-status.ts'
import { runKeyed, useCase } from '../operations/run-keyed.ts'
import { answered } from '../processors/refusal-problem.ts'
import { ensureAccount, type OnboardingDeps, refreshAccount } from './account.ts'
import { AccountBody, LinkBody, LinkSchema, OnboardingSchema, RefreshedSchema } from './schemas.ts'

export function onboardingRoutes(app: App, deps: OnboardingDeps): void {
  app.post('/onboarding/account', {
    operationId: 'createAccount',
    summary: 'Create a connected account',
    description:
      'Creates the merchant’s Standard account at the processor. If there is one already, it is returned.',
    headers: IdempotencyHeader,
    body: AccountBody,
    response: { 200: OnboardingSchema, ...actingProblems() },
    handler: async (request, reply) => {
      const { merchantId } = callingMerchant(request)
      const named = { merchantId, idempotencyKey: idempotencyKeyOf(request), traceId: request.id }
      const wanted = { ...named, body: request.body, arguments: {} }
      const created = useCase('account_request', async () =>
        presentOnboarding(await ensureAccount(deps, merchantId, request.body)),
      )
      return sendReply(reply, await runKeyed(deps, created, wanted))
    },
  })

  app.get('/onboarding/status', {
    operationId: 'getOnboardingStatus',
    summary: 'Get onboarding status',
    description:
      'Shows whether the merchant’s account can take payments and receive payouts, as of the last `account.updated` event. Before there is an account, the status is `not_started`.',
    response: { 200: OnboardingSchema },
    handler: async request => {
      const { merchantId } = callingMerchant(request)
      return presentOnboarding(await findActiveAccount(deps.db, merchantId, deps))
    },
  })

  app.post('/onboarding/refresh', {
    operationId: 'refreshOnboarding',
    summary: 'Refresh onboarding status',
    description:
      'Reads the account from the processor now. Call it when the merchant comes back from onboarding. An Idempotency-Key is ignored.',
    body: Strict({}),
    response: { 200: RefreshedSchema, ...askingProblems('no_connected_account') },
    handler: async request => {
      const { merchantId } = callingMerchant(request)
      const { requirements: _, ...state } = presentOnboarding(await refreshAccount(deps, merchantId))
      return state
    },
  })

  app.post('/onboarding/link', {
    operationId: 'createOnboardingLink',
    summary: 'Create an onboarding link',
    description:
      'Returns a link to the processor’s onboarding form. It works once and for a few minutes, until `expiresAt`: create it when the merchant clicks. An expired link leads to `refreshUrl`; create a new one there. Every call returns a new one; an Idempotency-Key is ignored.',
    body: LinkBody,
    response: { 200: LinkSchema, ...askingProblems('no_connected_account') },
    handler: async request => {
      const { processor, accountId } = await connectedAccountOf(deps, callingMerchant(request))
      return answered(await processor.createAccountLink({ accountId, ...request.body }))
    },
  })
}
