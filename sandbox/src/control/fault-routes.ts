import { invalidRequest } from '../api/errors.ts'
import type { Fault, Faults } from '../api/faults.ts'
import { boolean, nonNegativeInteger, oneOf, type ParamsOf, required, text } from '../api/params.ts'
import { type ControlRoute, controlRoute } from './control.ts'

const faultFields = {
  operation: text,
  kind: required(oneOf('latency', 'error', 'reset', 'lost', 'cut')),
  count: nonNegativeInteger,
  skip: nonNegativeInteger,
  ms: nonNegativeInteger,
  status: nonNegativeInteger,
  after: boolean,
  remembered: boolean,
}

/** Sets faults for the next calls of an operation. */
export function faultRoutes(faults: Faults, operations: ReadonlySet<string>): ControlRoute[] {
  return [
    { method: 'GET', path: 'faults', handle: () => ({ data: faults.list() }) },
    controlRoute({ method: 'POST', path: 'faults' }, faultFields, ({ params: given }) => {
      const { operation = '*', count = 1, skip = 0 } = given
      if (operation !== '*' && !operations.has(operation)) {
        throw invalidRequest(
          `Unknown operation ${operation}. The operations are ${[...operations].join(', ')}.`,
        )
      }
      return faults.add({ operation, fault: faultOf(given), skip, count })
    }),
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

function faultOf({
  kind,
  ms,
  status = 500,
  after = false,
  remembered = false,
}: ParamsOf<typeof faultFields>): Fault {
  switch (kind) {
    case 'latency':
      return { kind, ms: ms ?? 1000, after }
    case 'error':
      if (status < 400 || status > 599) throw invalidRequest('status must be between 400 and 599.')
      return { kind, status, after, remembered }
    case 'lost':
      return { kind, ms: ms ?? 0 }
    case 'reset':
    case 'cut':
      return { kind }
  }
}
