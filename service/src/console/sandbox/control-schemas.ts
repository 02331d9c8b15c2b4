import { Type } from '@fastify/type-provider-typebox'
import { Line, Nullable, strict } from '../../http/schemas.ts'

const open = { additionalProperties: true }
const Count = Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 }))
const Milliseconds = Type.Optional(Type.Integer({ minimum: 0, maximum: 600_000 }))

const Id = Type.Integer({ examples: [1] })

export const Fault = Type.Object(
  {
    id: Id,
    operation: Type.String({ examples: ['refunds.create'] }),
    fault: Type.Object({ kind: Type.String({ examples: ['error'] }) }, open),
    skip: Type.Integer({ description: 'How many calls go through before', examples: [0] }),
    count: Type.Integer({ description: 'How many calls are left to fail', examples: [2] }),
  },
  { ...open, title: 'Fault' },
)

export const Faults = Type.Object({ data: Type.Array(Fault) })

export const NewFault = Type.Object(
  {
    operation: Type.Optional(Line(100, { description: 'Default: any' })),
    kind: Type.Union(['latency', 'error', 'reset', 'lost', 'cut'].map(kind => Type.Literal(kind))),
    count: Count,
    skip: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    ms: Milliseconds,
    status: Type.Optional(Type.Integer({ minimum: 400, maximum: 599 })),
    after: Type.Optional(Type.Boolean({ description: 'Fail after the call has had its effect' })),
    remembered: Type.Optional(Type.Boolean({ description: 'A retry gets the same failure' })),
  },
  { ...strict, title: 'NewFault', examples: [{ operation: 'refunds.create', kind: 'error', count: 2 }] },
)

export const Clock = Type.Object(
  {
    now: Type.Integer({ description: 'Seconds since 1970', examples: [1_773_480_413] }),
    offset_ms: Type.Integer({ examples: [3_600_000] }),
  },
  { ...open, title: 'SandboxClock' },
)

export const ClockStep = Type.Object(
  {
    advance_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 31_536_000 })),
    advance_ms: Type.Optional(Type.Integer({ minimum: 1, maximum: 31_536_000_000 })),
  },
  { ...strict, title: 'ClockStep', examples: [{ advance_seconds: 3600 }] },
)

export const Disruption = Type.Object(
  {
    id: Id,
    mode: Type.String({ examples: ['duplicate'] }),
    count: Type.Integer({ examples: [1] }),
    ms: Type.Integer({ examples: [1000] }),
  },
  { ...open, title: 'Disruption' },
)

export const NewDisruption = Type.Object(
  {
    mode: Type.Union(['drop', 'duplicate', 'delay', 'reorder'].map(mode => Type.Literal(mode))),
    count: Count,
    ms: Milliseconds,
    types: Type.Optional(Type.Array(Line(100), { maxItems: 50, description: 'Default: all' })),
  },
  { ...strict, title: 'NewDisruption', examples: [{ mode: 'duplicate', count: 1 }] },
)

export const Webhooks = Type.Object(
  {
    paused: Type.Boolean(),
    pending: Type.Integer({ examples: [0] }),
    failed: Type.Integer({ examples: [0] }),
    disruptions: Type.Array(Disruption),
  },
  { ...open, title: 'SandboxWebhooks' },
)

const Shown = Type.Object(
  { amount: Type.Integer({ examples: [4999] }), currency: Type.String({ examples: ['usd'] }) },
  { ...open, description: 'What it shows' },
)

export const Reader = Type.Object(
  {
    account: Type.String({ examples: ['acct_1Q0sandbox'] }),
    reader: Type.Object(
      {
        id: Type.String({ examples: ['tmr_1Q0sandbox'] }),
        label: Type.String({ examples: ['Counter'] }),
        status: Type.String({ examples: ['online'] }),
      },
      open,
    ),
    payment_intent: Nullable(Shown),
  },
  { title: 'SandboxReader' },
)

export const ReaderState = Type.Object(
  { status: Type.Union([Type.Literal('online'), Type.Literal('offline')]) },
  { ...strict, title: 'SandboxReaderState', examples: [{ status: 'offline' }] },
)

export const Card = Type.Object(
  {
    number: Type.Optional(Line(19, { description: 'A test card; default: one that works' })),
    amount_tip: Type.Optional(Type.Integer({ minimum: 0, maximum: 5_000_000 })),
  },
  { ...strict, title: 'PresentedCard', examples: [{ number: '4242424242424242' }] },
)
