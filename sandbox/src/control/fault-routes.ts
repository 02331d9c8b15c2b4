import type { Fault, Faults } from '../api/faults.ts'
import type { ControlRoute } from './control.ts'
import { ControlError, type Input } from './input.ts'

/** Sets faults for the next calls of an operation. */
export function faultRoutes(faults: Faults, operations: ReadonlySet<string>): ControlRoute[] {
  return [
    { method: 'GET', path: 'faults', handle: () => ({ data: faults.list() }) },
    {
      method: 'POST',
      path: 'faults',
      handle: ({ input }) => {
        input.only('operation', 'kind', 'count', 'skip', 'ms', 'status', 'after', 'remembered')
        const operation = input.text('operation') ?? '*'
        if (operation !== '*' && !operations.has(operation)) {
          throw new ControlError(
            `Unknown operation ${operation}. The operations are ${[...operations].join(', ')}.`,
          )
        }
        const count = input.integer('count') ?? 1
        return faults.add({ operation, fault: readFault(input), skip: input.integer('skip') ?? 0, count })
      },
    },
    {
      method: 'DELETE',
      path: 'faults',
      handle: () => {
        faults.clear()
        return { data: [] }
      },
    },
  ]
}

function readFault(input: Input): Fault {
  const kind = input.oneOf('kind', ['latency', 'error', 'reset', 'lost', 'cut'])
  switch (kind) {
    case 'latency':
      return { kind, ms: input.integer('ms') ?? 1000, after: input.flag('after') ?? false }
    case 'error': {
      const status = input.integer('status') ?? 500
      if (status < 400 || status > 599) throw new ControlError('status must be between 400 and 599.')
      const [after, remembered] = [input.flag('after') ?? false, input.flag('remembered') ?? false]
      return { kind, status, after, remembered }
    }
    case 'lost':
      return { kind, ms: input.integer('ms') ?? 0 }
    case 'reset':
    case 'cut':
      return { kind }
  }
}
