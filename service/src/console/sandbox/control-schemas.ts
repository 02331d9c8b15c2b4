import { Type } from '@fastify/type-provider-typebox'
import { CurrencyField, Flag, OneOf, Switch, Text, Whole } from '../../http/fields.ts'
import { Body, Line, Named, Nullable, Open } from '../../http/schemas.ts'

const open = { additionalProperties: true }
const Between = (minimum: number, maximum: number, options: { description: string; default?: number }) =>
  Type.Optional(Type.Integer({ minimum, maximum, ...options }))

const Id = (description: string) => Type.Integer({ description, examples: [1] })

const faultKinds =
  '`latency` answers late. `error` answers with a status. `reset` cuts the connection before the call has had its effect, `lost` after it, and `cut` in the middle of the answer.'

export const Fault = Open('Fault', 'What goes wrong with the next calls to the processor.', {
  id: Id('The fault’s number'),
  operation: Text('Which calls it affects; `*` for any', 'refunds.create'),
  fault: Type.Object({ kind: Text(faultKinds, 'error') }, { ...open, description: 'What goes wrong' }),
  skip: Whole('How many calls go through first', 0),
  count: Whole('How many calls are left to fail', 2),
})

export const Faults = Named('FaultList', 'The faults that are set.', {
  data: Type.Array(Fault, { description: 'Oldest first' }),
})

export const NewFault = Body(
  'NewFault',
  'What is to go wrong.',
  {
    operation: Type.Optional(
      Line(100, {
        default: '*',
        description: 'Which calls to affect, for example `refunds.create`; `*` for any',
      }),
    ),
    kind: OneOf(['latency', 'error', 'reset', 'lost', 'cut'], { description: faultKinds }),
    count: Between(1, 1000, { default: 1, description: 'How many calls to affect' }),
    skip: Between(0, 1000, { default: 0, description: 'How many calls to let through first' }),
    ms: Between(0, 600_000, { description: 'How long to wait. Default: 1000 for `latency`, 0 for `lost`.' }),
    status: Between(400, 599, { default: 500, description: 'The HTTP status of an `error`' }),
    after: Switch('For `latency` and `error`: let the call have its effect first'),
    remembered: Switch('For `error`: a retry with the same idempotency key gets it again'),
  },
  { operation: 'refunds.create', kind: 'error', count: 2 },
)

export const SandboxClock = Open('SandboxClock', 'The sandbox’s clock.', {
  now: Whole('Seconds since 1970', 1_773_480_413),
  offset_ms: Whole('How far it is ahead, in milliseconds', 3_600_000),
})

export const ClockStep = Body(
  'ClockStep',
  'How far to advance. Give one of the two.',
  {
    advance_seconds: Between(1, 31_536_000, { description: 'In seconds' }),
    advance_ms: Between(1, 31_536_000_000, { description: 'In milliseconds' }),
  },
  { advance_seconds: 3600 },
)

const modes =
  '`drop` loses the webhook, `duplicate` sends it twice, `delay` sends it late, and `reorder` sends several in reverse.'

export const Disruption = Open('Disruption', 'How the next webhooks are disrupted.', {
  id: Id('The disruption’s number'),
  mode: Text(modes, 'duplicate'),
  count: Whole('How many webhooks are left to disrupt', 1),
  ms: Whole('How late they are sent, in milliseconds', 1000),
})

export const NewDisruption = Body(
  'NewDisruption',
  'How to disrupt the next webhooks.',
  {
    mode: OneOf(['drop', 'duplicate', 'delay', 'reorder'], { description: modes }),
    count: Between(1, 1000, {
      description: 'How many webhooks to disrupt. Default: 2 for `reorder`, otherwise 1.',
    }),
    ms: Between(0, 600_000, { default: 1000, description: 'For `delay`: how late, in milliseconds' }),
    types: Type.Optional(
      Type.Array(Line(100), { maxItems: 50, description: 'Only these event types. Default: all.' }),
    ),
  },
  { mode: 'duplicate', count: 1 },
)

export const Webhooks = Open('SandboxWebhooks', 'How the sandbox sends webhooks.', {
  paused: Flag('Whether they wait until they are resumed', false),
  pending: Whole('Webhooks that are still to be sent', 0),
  failed: Whole('Webhooks that were lost or never accepted', 0),
  disruptions: Type.Array(Disruption, { description: 'The disruptions that are set, oldest first' }),
})

const Shown = Type.Object(
  {
    amount: Whole('In the currency’s smallest unit', 4999),
    currency: CurrencyField,
  },
  { ...open, description: 'The payment that it shows; null when it is idle' },
)

export const Reader = Named('SandboxReader', 'A simulated card reader, and what it shows.', {
  account: Text('The account that it belongs to', 'acct_1Q0sandbox'),
  reader: Type.Object(
    {
      id: Text('The reader’s id', 'tmr_1Q0sandbox'),
      label: Text('The reader’s name', 'Counter'),
      status: Text('`online` or `offline`', 'online'),
    },
    { ...open, description: 'The reader, as the processor describes it' },
  ),
  payment_intent: Nullable(Shown),
})

export const Readers = Named('SandboxReaderList', 'The simulated readers.', {
  data: Type.Array(Reader, { description: 'One item for each reader' }),
})

export const ReaderState = Body(
  'SandboxReaderState',
  'Whether the reader is to be reachable.',
  {
    status: OneOf(['online', 'offline'], {
      description: 'An `offline` reader refuses payments',
    }),
  },
  { status: 'offline' },
)

export const Card = Body(
  'PresentedCard',
  'The card that the shopper presents.',
  {
    number: Type.Optional(Line(19, { description: 'The number of a test card. Default: one that works.' })),
    amount_tip: Between(0, 5_000_000, {
      default: 0,
      description: 'The tip, in the currency’s smallest unit',
    }),
  },
  { number: '4242424242424242' },
)
