import { Type } from '@fastify/type-provider-typebox'
import type { Routes } from '../http/routes.ts'
import { Line, Nullable, problemResponses, strict } from '../http/schemas.ts'
import { actorOf } from '../operators/operator-auth.ts'
import { sendTestCallback, type TestSendDeps } from './send-test-event.ts'

export const TestSentSchema = Type.Object(
  {
    delivered: Type.Boolean({ description: 'Whether the receiver answered 2xx' }),
    status: Nullable(
      Type.Integer({
        description: 'The HTTP status of the answer; null when there was none',
        examples: [200],
      }),
    ),
    error: Nullable(Type.String({ description: 'Why it failed; null when it did not' })),
    durationMs: Type.Integer({ description: 'How long it took, in milliseconds' }),
    answer: Type.String({ description: 'The first 16 KiB of the answer', examples: ['ok'] }),
  },
  { title: 'CallbackTestResult', description: 'How the receiver answered.' },
)

export function callbackTestRoutes(deps: TestSendDeps): Routes {
  return app => {
    app.post(
      '/merchants/:merchantId/callback/test',
      {
        schema: {
          tags: ['Callback settings'],
          operationId: 'testCallback',
          summary: 'Send a test event',
          description:
            'Sends one signed event to the callback URL now, and reports how the receiver answered.',
          params: Type.Object({ merchantId: Line(64) }),
          body: Type.Object({}, strict),
          response: {
            200: TestSentSchema,
            ...problemResponses('invalid_request', 'not_found', 'invalid_state'),
          },
        },
      },
      async request => sendTestCallback(deps, actorOf(request), request.params.merchantId),
    )
  }
}
