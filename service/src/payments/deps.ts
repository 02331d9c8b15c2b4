import type { OperationDeps } from '../operations/kind.ts'
import { problems } from '../problems.ts'
import type { Processor } from '../processors/port.ts'

export interface PaymentDeps extends OperationDeps {
  processors: ReadonlyMap<string, Processor>
}

/** A payment stays with the processor it was made on, wherever new payments go. */
export function processorNamed({ processors }: PaymentDeps, name: string): Processor {
  const processor = processors.get(name)
  if (!processor) throw problems.processorError(null, `The processor "${name}" is not configured here.`)
  return processor
}
