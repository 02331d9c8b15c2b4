import { invalidRequest } from '../api/errors.ts'
import { changeMetadata, type MetadataChange } from '../api/metadata.ts'
import { sent } from '../api/params.ts'
import { formatMoney } from '../money.ts'
import type { PaymentIntentRecord } from '../records/payment-intent.ts'
import type { Tx } from '../store/store.ts'
import { checkFee } from './fee-amount.ts'
import { requireStatus, unexpectedState } from './find.ts'
import { onStatement } from './on-statement.ts'
import { takeMoney } from './take-money.ts'

interface CaptureInput {
  amount_to_capture: number | undefined
  application_fee_amount: number | undefined
  final_capture: boolean | undefined
  metadata: MetadataChange | undefined
  statement_descriptor: string | undefined
  statement_descriptor_suffix: string | undefined
}

/** Captures all or part of the authorized amount and releases the rest. */
export function captureIntent(tx: Tx, intent: PaymentIntentRecord, input: CaptureInput): PaymentIntentRecord {
  const refusal = `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`
  requireStatus(intent, ['requires_capture'], refusal)
  const charge = intent.latest_charge ? tx.tables.charge.get(intent.latest_charge) : undefined
  if (!charge) throw unexpectedState(intent, 'This PaymentIntent has no charge to capture.')
  const amount = input.amount_to_capture ?? intent.amount_capturable
  if (amount > intent.amount_capturable) {
    const asked = formatMoney(amount, intent.currency)
    const held = formatMoney(intent.amount_capturable, intent.currency)
    const message = `The requested capture amount (${asked}) is greater than the amount you can capture for this charge (${held}).`
    throw invalidRequest(message, { code: 'amount_too_large', param: 'amount_to_capture' })
  }
  if (input.final_capture === false) {
    const message = 'This PaymentIntent does not support multicapture, so `final_capture` cannot be false.'
    throw invalidRequest(message, { param: 'final_capture' })
  }
  const next = {
    ...intent,
    ...sent(input, 'application_fee_amount', 'statement_descriptor', 'statement_descriptor_suffix'),
    metadata: changeMetadata(intent.metadata, input.metadata),
  }
  checkFee(next.application_fee_amount, intent.amount, intent.application)
  const described = {
    ...charge,
    statement_descriptor: next.statement_descriptor,
    statement_descriptor_suffix: next.statement_descriptor_suffix,
    calculated_statement_descriptor: onStatement(
      tx.tables.account.get(intent.account),
      next,
      charge.paidWith.type,
    ),
  }
  return takeMoney(tx, next, described, amount, 'charge.captured')
}
