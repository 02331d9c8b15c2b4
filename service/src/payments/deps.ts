import type { History } from '../history/history.ts'
import type { OperationDeps } from '../operations/deps.ts'
import { problems } from '../problems.ts'
import type { Processor } from '../processors/port.ts'

export interface PaymentDeps extends OperationDeps {
  processors: ReadonlyMap<string, Processor>
}

/** For calls that can start an operation. */
export interface CallDeps extends PaymentDeps {
  history: History
}

/** A payment stays with its processor, whichever one new payments use. */
export function processorNamed({ processors }: Pick<PaymentDeps, 'processors'>, name: string): Processor {
  const processor = processors.get(name)
  if (!processor) throw problems.processorError(null, `The processor "${name}" is not configured here.`)
  return processor
}
