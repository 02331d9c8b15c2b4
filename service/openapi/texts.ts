import { version } from '../src/settings/version.ts'

const license = { name: 'MIT', identifier: 'MIT' }
const servers = [{ url: '/', description: 'This instance' }]

const common = `Errors are \`application/problem+json\` (RFC 9457). Their \`code\` is stable, their \`type\` is a page that explains
them, and their \`traceId\` is also in \`X-Correlation-Id\`. An unknown path answers 404; a method that a path does not support
answers 405 with \`Allow\`.`

const merchantDescription = `Take payments on behalf of merchants: direct charges with a platform fee, manual capture, refunds, card
readers, onboarding, and signed callbacks. New here? Start with the [guide](/docs).

**Authentication.** Send the merchant’s secret API key in \`X-Api-Key\`, or as \`Authorization: Bearer\`. Keys belong on
servers, never in browsers or apps.

**Money.** Amounts are integers in the currency’s smallest unit: \`4999\` is $49.99, and ¥4,999.

**Idempotency.** Every call that moves money or creates an object takes an \`Idempotency-Key\`; creating a payment requires one.
Repeat a request with the same key and body, and you get the first answer again, byte for byte, with
\`Idempotent-Replayed: true\`. Keys of completed requests never expire. Connection tokens, onboarding links and refreshes
ignore the header: each call returns something fresh.

**Errors.** ${common} Retry 409 *In progress*, 429, 5xx and lost connections with the **same** key.

**Lists** come in pages, newest first: pass \`nextCursor\` as \`cursor\` until it is null. Terminal lists are plain arrays with a
\`Link\` header.

**Rate limit.** 1,000 requests a second for each API key, unless the platform says otherwise; see the \`RateLimit-*\` headers.`

const operatorDescription = `For the platform that runs svcpay: merchants, their keys and callbacks, payments and events of all merchants,
deliveries and dead letters, the ledger, operators and the audit log. The merchants’ own API is in
[its own document](/docs).

**Authentication.** Send an operator token as \`Authorization: Bearer\`. A \`viewer\` reads; \`support\` can also redeliver, capture,
refund and cancel; an \`admin\` can do everything. \`SVC_OPERATOR_TOKEN\` is the first admin.

**Audit log.** Every change is recorded with the operator, the client’s address and the \`traceId\`. \`Svc-Actor\` adds a note.

**Errors.** ${common}

**Lists** come in pages, newest first: pass \`nextCursor\` as \`cursor\` until it is null.`

export const merchantTexts = {
  info: { title: 'svcpay API', version, description: merchantDescription, license },
  servers,
  tags: [
    { name: 'Payments', description: 'Create, capture, refund, cancel and look up payments.' },
    { name: 'Terminal', description: 'Card readers, and the locations they belong to.' },
    { name: 'Onboarding', description: 'The merchant’s connected account at the processor.' },
    { name: 'Events', description: 'List events, and redeliver their callbacks.' },
    { name: 'Processor webhook', description: 'Called by the processor only.' },
  ],
}

export const operatorTexts = {
  info: { title: 'svcpay operator API', version, description: operatorDescription, license },
  servers,
  tags: [
    { name: 'Merchants', description: 'The platform’s customers, and their onboarding.' },
    { name: 'API keys', description: 'A merchant’s credentials.' },
    {
      name: 'Callback settings',
      description: 'Where a merchant’s events are sent, and how they are signed.',
    },
    { name: 'Payments', description: 'Payments of all merchants, with their history.' },
    { name: 'Ledger', description: 'Entries, balances and statements.' },
    { name: 'Events and deliveries', description: 'Events received, callbacks sent, and dead letters.' },
    { name: 'Overview', description: 'Figures, search and unfinished operations.' },
    { name: 'Operators', description: 'The people who use this API, and their roles.' },
    { name: 'Console', description: 'Sign in to the console, and sign out.' },
    { name: 'Sandbox', description: 'For trials, if the processor is the sandbox.' },
    { name: 'Audit log', description: 'Operators’ actions.' },
    { name: 'Probes and metrics', description: 'For load balancers and monitoring.' },
  ],
}

export const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'The merchant’s secret API key, `svc_live_…`.',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same API key as a bearer token.' },
  operatorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'An operator token, `svc_op_…`, or `SVC_OPERATOR_TOKEN`.',
  },
}
