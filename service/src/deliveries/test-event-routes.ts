import { Type } from '@fastify/type-provider-typebox'
import { outsideOf } from '../http/doors/arrival.ts'
import { Text, Whole } from '../http/fields.ts'
import type { Routes } from '../http/routes.ts'
import { Nullable, problemResponses, strict } from '../http/schemas.ts'
import { MerchantPath } from '../merchants/schemas.ts'
import { actorOf } from '../operators/operator-auth.ts'
import { problems } from '../problems.ts'
import { sendTestCallback, type TestSendDeps } from './send-test-event.ts'

export const TestSentSchema = Type.Object(
  {
    delivered: Type.Boolean({ description: 'Whether the receiver answered 2xx' }),
    status: Nullable(Whole('The HTTP status of the answer; null when there was none', 200)),
    error: Nullable(Type.String({ description: 'Why it failed; null when it did not' })),
    durationMs: Whole('How long it took, in milliseconds', 84),
    answer: Text('The first 16 KiB of the answer', 'ok'),
  },
  { title: 'CallbackTestResult', description: 'How the receiver answered.' },
)

export function callbackTestRoutes(deps: Omit<TestSendDeps, 'outside'>): Routes {
  /** Merchants whose test is running: a slow receiver must not be asked many times at once. */
  const running = new Set<string>()
  return app => {
    app.post(
      '/merchants/:merchantId/callback/test',
      {
        schema: {
          tags: ['Callback settings'],
          operationId: 'testCallback',
          summary: 'Send a test event',
          description:
            'Sends one signed event to the callback URL now, and reports how the receiver answered. A merchant has one test at a time; another one is answered 409 In progress.',
          params: MerchantPath,
          body: Type.Object({}, strict),
          response: {
            200: TestSentSchema,
            ...problemResponses('invalid_request', 'not_found', 'invalid_state', 'in_progress'),
          },
        },
      },
      async request => {
        const { merchantId } = request.params
        if (running.has(merchantId)) throw problems.inProgress('A test of this callback is still running.')
        running.add(merchantId)
        try {
          return await sendTestCallback(
            { ...deps, outside: outsideOf(request) },
            actorOf(request),
            merchantId,
          )
        } finally {
          running.delete(merchantId)
        }
      },
    )
  }
}
