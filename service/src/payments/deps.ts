import type { OperationDeps } from '../operations/kind.ts'
import { problems } from '../problems.ts'
import type { Processor } from '../processors/port.ts'

export interface PaymentDeps extends OperationDeps {
  processors: ReadonlyMap<string, Processor>
}

/** A payment stays with the processor that it was made at, whichever one new payments use. */
export function processorNamed({ processors }: Pick<PaymentDeps, 'processors'>, name: string): Processor {
  const processor = processors.get(name)
  if (!processor) throw problems.processorError(null, `The processor "${name}" is not configured here.`)
  return processor
}
