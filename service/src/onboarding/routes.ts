import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import { Nullable, problemResponses } from '../http/schemas.ts'

const OnboardingSchema = Type.Object({
  processorAccountId: Nullable(Type.String({ examples: ['acct_1Pq'] })),
  onboardingStatus: Type.String({
    enum: ['not_started', 'pending', 'charges_only', 'enabled', 'restricted'],
  }),
  chargesEnabled: Type.Boolean(),
  payoutsEnabled: Type.Boolean(),
  requirements: Nullable(Type.String({ description: 'What the processor still wants, joined by ", "' })),
})

export function onboardingRoutes(): FastifyPluginAsyncTypebox {
  return async app => {
    app.get(
      '/onboarding/status',
      {
        schema: {
          tags: ['Onboarding'],
          operationId: 'getOnboardingStatus',
          summary: 'Get onboarding status',
          response: { 200: OnboardingSchema, ...problemResponses('too_many_requests') },
        },
      },
      async () => ({
        processorAccountId: null,
        onboardingStatus: 'not_started',
        chargesEnabled: false,
        payoutsEnabled: false,
        requirements: null,
      }),
    )
  }
}
