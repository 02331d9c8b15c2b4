import { emit } from '../events/emit.ts'
import type { ReaderAction, ReaderRecord } from '../records/reader.ts'
import type { Tx } from '../store/store.ts'

export interface ActionFailure {
  readonly failure_code: string
  readonly failure_message: string
}

export function finishAction(
  tx: Tx,
  reader: ReaderRecord,
  action: ReaderAction,
  failure: ActionFailure | null,
): ReaderRecord {
  const outcome: ReaderAction = failure
    ? { ...action, status: 'failed', ...failure }
    : { ...action, status: 'succeeded' }
  const next = tx.put('reader', { ...reader, action: outcome })
  emit(tx, failure ? 'terminal.reader.action_failed' : 'terminal.reader.action_succeeded', 'reader', next)
  return next
}

/** Ends the action of readers that are waiting for a card for a canceled payment. */
export function stopReaders(tx: Tx, { id, account }: { id: string; account: string }): void {
  for (const readerId of tx.tables.reader.ids(account)) {
    const reader = tx.tables.reader.get(readerId)
    const action = reader?.action
    if (!reader || action?.status !== 'in_progress') continue
    if (action.process_payment_intent.payment_intent !== id) continue
    finishAction(tx, reader, action, {
      failure_code: 'payment_intent_unexpected_state',
      failure_message: 'The PaymentIntent was canceled.',
    })
  }
}
