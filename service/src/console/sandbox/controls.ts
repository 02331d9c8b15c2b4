import type { TSchema } from '@fastify/type-provider-typebox'
import {
  Card,
  ClockStep,
  Disruption,
  Fault,
  Faults,
  NewDisruption,
  NewFault,
  Reader,
  ReaderState,
  Readers,
  SandboxClock,
  Webhooks,
} from './control-schemas.ts'

/** A call that goes on to the sandbox as it is. */
interface Control {
  method: 'get' | 'post' | 'delete'
  /** Below `/sandbox/` here and `/_sandbox/` there. */
  path: string
  operationId: string
  summary: string
  description: string
  body?: TSchema
  answer: TSchema
}

export const controls: readonly Control[] = [
  {
    method: 'get',
    path: 'faults',
    operationId: 'listFaults',
    summary: 'List the faults that are set',
    description: 'What will go wrong with the next calls to the processor.',
    answer: Faults,
  },
  {
    method: 'post',
    path: 'faults',
    operationId: 'addFault',
    summary: 'Set a fault',
    description: 'The next calls of an operation fail: slowly, with an error, or without an answer.',
    body: NewFault,
    answer: Fault,
  },
  {
    method: 'delete',
    path: 'faults',
    operationId: 'clearFaults',
    summary: 'Clear all faults',
    description: 'The processor works again.',
    answer: Faults,
  },
  {
    method: 'get',
    path: 'clock',
    operationId: 'getSandboxClock',
    summary: 'Read the sandbox’s clock',
    description: 'Its time, and how far it is ahead.',
    answer: SandboxClock,
  },
  {
    method: 'post',
    path: 'clock',
    operationId: 'advanceSandboxClock',
    summary: 'Advance the sandbox’s clock',
    description: 'Whatever falls due meanwhile happens at once.',
    body: ClockStep,
    answer: SandboxClock,
  },
  {
    method: 'get',
    path: 'webhooks',
    operationId: 'getSandboxWebhooks',
    summary: 'See how webhooks are sent',
    description: 'Whether they are paused, and how they are disrupted.',
    answer: Webhooks,
  },
  {
    method: 'post',
    path: 'webhooks/pause',
    operationId: 'pauseWebhooks',
    summary: 'Pause webhooks',
    description: 'They wait until they are resumed.',
    answer: Webhooks,
  },
  {
    method: 'post',
    path: 'webhooks/resume',
    operationId: 'resumeWebhooks',
    summary: 'Resume webhooks',
    description: 'Those that waited are sent.',
    answer: Webhooks,
  },
  {
    method: 'post',
    path: 'webhooks/disruptions',
    operationId: 'disruptWebhooks',
    summary: 'Disrupt the next webhooks',
    description: 'They are lost, doubled, late or out of order.',
    body: NewDisruption,
    answer: Disruption,
  },
  {
    method: 'delete',
    path: 'webhooks/disruptions',
    operationId: 'clearDisruptions',
    summary: 'Clear all disruptions',
    description: 'Webhooks are sent in order again.',
    answer: Webhooks,
  },
  {
    method: 'get',
    path: 'readers',
    operationId: 'listSandboxReaders',
    summary: 'List the simulated readers',
    description: 'Those of all merchants, with what each shows.',
    answer: Readers,
  },
  {
    method: 'post',
    path: 'readers/:id',
    operationId: 'setSandboxReader',
    summary: 'Switch a simulated reader on or off',
    description: 'An offline reader refuses payments.',
    body: ReaderState,
    answer: Reader,
  },
  {
    method: 'post',
    path: 'readers/:id/present',
    operationId: 'presentCard',
    summary: 'Present a card to a simulated reader',
    description: 'As a shopper would, while the reader shows a payment.',
    body: Card,
    answer: Reader,
  },
  {
    method: 'post',
    path: 'readers/:id/cancel',
    operationId: 'cancelAtReader',
    summary: 'Cancel at a simulated reader',
    description: 'As a shopper would, with the red button.',
    answer: Reader,
  },
]
