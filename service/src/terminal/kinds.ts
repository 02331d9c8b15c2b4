import type { OnAccount, OperationArguments } from '../operations/operation.ts'
import type { KeyedKind } from '../operations/run-keyed.ts'
import type { Processor } from '../processors/port.ts'
import type { Location, Reader, TerminalProcessor } from '../processors/terminal-port.ts'

/** The merchant's account, at a processor that has card readers. */
export interface TerminalAccount {
  processor: Processor
  terminal: TerminalProcessor
  accountId: string
}

/** Where an operation was begun: the merchant may have moved since. */
type Place = (begun: { at?: OnAccount | undefined }) => TerminalAccount

export function createLocation(placeOf: Place): KeyedKind<'location', Location> {
  return {
    name: 'location',
    readTime: readTimeAt(placeOf),
    ask({ at, ...location }, idempotencyKey) {
      const { terminal, accountId } = placeOf({ at })
      return terminal.createLocation({ accountId, idempotencyKey }, location)
    },
    find(args, idempotencyKey) {
      const { terminal, accountId } = placeOf(args)
      return terminal.findLocation({ accountId, idempotencyKey })
    },
    present: location => location,
  }
}

export function registerReader(placeOf: Place): KeyedKind<'reader', Reader> {
  return {
    name: 'reader',
    readTime: readTimeAt(placeOf),
    ask({ at, ...reader }, idempotencyKey) {
      const { terminal, accountId } = placeOf({ at })
      return terminal.registerReader({ accountId, idempotencyKey }, reader)
    },
    find(args, idempotencyKey) {
      const { terminal, accountId } = placeOf(args)
      return terminal.findReader({ accountId, idempotencyKey })
    },
    present: reader => reader,
  }
}

const readTimeAt = (placeOf: Place) => (args: OperationArguments['location' | 'reader']) => {
  const { processor, accountId } = placeOf(args)
  return processor.readTime(accountId)
}
