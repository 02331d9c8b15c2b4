import type { KeyedKind } from '../operations/run-keyed.ts'
import type { Processor } from '../processors/port.ts'
import type { Location, Reader, TerminalProcessor } from '../processors/terminal-port.ts'

/** The merchant's account, at a processor that has card readers. */
export interface TerminalAccount {
  processor: Processor
  terminal: TerminalProcessor
  accountId: string
}

export function createLocation(at: TerminalAccount): KeyedKind<'location', Location> {
  const { processor, terminal, accountId } = at
  return {
    name: 'location',
    readTime: () => processor.readTime(accountId),
    ask: (location, idempotencyKey) => terminal.createLocation({ accountId, idempotencyKey }, location),
    find: idempotencyKey => terminal.findLocation({ accountId, idempotencyKey }),
    present: location => location,
  }
}

export function registerReader(at: TerminalAccount): KeyedKind<'reader', Reader> {
  const { processor, terminal, accountId } = at
  return {
    name: 'reader',
    readTime: () => processor.readTime(accountId),
    ask: (reader, idempotencyKey) => terminal.registerReader({ accountId, idempotencyKey }, reader),
    find: idempotencyKey => terminal.findReader({ accountId, idempotencyKey }),
    present: reader => reader,
  }
}
