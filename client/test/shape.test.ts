import { describeShape } from '../../service/test/support/shape.ts'

describeShape('client/src', [
  ['index.mts'],
  ['index.ts'],
  ['client.ts', 'callback.ts'],
  ['call.ts'],
  ['lost-answers.ts', 'send.ts'],
  ['errors.ts'],
  ['api.ts', 'checks.ts', 'event.ts', 'pages.ts'],
])
