import { channel } from 'node:diagnostics_channel'
import type { Operation } from './operation.ts'

export type Step = 'started' | 'answered' | 'settled'

const steps = channel('svcpay:operation')

/** Lets tracing, and tests that stop the process at the worst moment, follow an operation. */
export function reached(step: Step, operation: Operation): void {
  if (steps.hasSubscribers) steps.publish({ step, kind: operation.kind, operationId: operation.operationId })
}
