import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import { Line, problemResponses } from '../http/schemas.ts'
import { findAccount } from '../merchants/accounts.sql.ts'
import { currentProcessor } from '../merchants/connected.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { recordAction } from '../operators/audit-log.sql.ts'
import { actorOf } from '../operators/operator-auth.ts'
import { problems } from '../problems.ts'
import { answered } from '../processors/refusal-problem.ts'
import type { OnboardingDeps } from './create-account.ts'
import { LinkBody, LinkSchema } from './schemas.ts'

export function operatorOnboardingRoutes(deps: OnboardingDeps): FastifyPluginAsyncTypebox {
  return async app => {
    app.post(
      '/merchants/:merchantId/onboarding-link',
      {
        schema: {
          tags: ['Merchants'],
          operationId: 'createMerchantOnboardingLink',
          summary: 'Create an onboarding link for a merchant',
          description: 'A link to the processor’s onboarding form, to send to the merchant.',
          params: Type.Object({ merchantId: Line(64) }),
          body: LinkBody,
          response: {
            200: LinkSchema,
            ...problemResponses(
              'invalid_request',
              'not_found',
              'no_connected_account',
              'processor_error',
              'outcome_unknown',
            ),
          },
        },
      },
      async request => {
        const merchant = await findMerchant(deps.db, request.params.merchantId)
        if (!merchant) throw problems.notFound('merchant')
        const { merchantId } = merchant
        const processor = currentProcessor(deps)
        const account = await findAccount(deps.db, merchantId, processor.name)
        if (!account) throw problems.noConnectedAccount()
        const { accountId } = account
        const link = answered(await processor.createAccountLink({ accountId, ...request.body }))
        const entry = { action: 'merchant.onboarding-link', target: merchantId, merchantId }
        await deps.db.begin(tx => recordAction(tx, deps.clock.now(), actorOf(request), entry))
        return link
      },
    )
  }
}
