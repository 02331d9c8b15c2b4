import { invalidRequest } from '../api/errors.ts'
import { changeMetadata, type MetadataChange } from '../api/metadata.ts'
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
  const charge = intent.latestCharge ? tx.tables.charge.get(intent.latestCharge) : undefined
  if (!charge) throw unexpectedState(intent, 'This PaymentIntent has no charge to capture.')
  const amount = input.amount_to_capture ?? intent.amountCapturable
  if (amount > intent.amountCapturable) {
    const asked = formatMoney(amount, intent.currency)
    const held = formatMoney(intent.amountCapturable, intent.currency)
    const message = `The requested capture amount (${asked}) is greater than the amount you can capture for this charge (${held}).`
    throw invalidRequest(message, { code: 'amount_too_large', param: 'amount_to_capture' })
  }
  if (input.final_capture === false) {
    const message = 'This PaymentIntent does not support multicapture, so `final_capture` cannot be false.'
    throw invalidRequest(message, { param: 'final_capture' })
  }
  const fee = input.application_fee_amount ?? intent.applicationFeeAmount
  checkFee(fee, intent.amount, intent.application)
  const next = {
    ...intent,
    applicationFeeAmount: fee,
    metadata: changeMetadata(intent.metadata, input.metadata),
    statementDescriptor: input.statement_descriptor ?? intent.statementDescriptor,
    statementDescriptorSuffix: input.statement_descriptor_suffix ?? intent.statementDescriptorSuffix,
  }
  const described = {
    ...charge,
    statementDescriptor: next.statementDescriptor,
    statementDescriptorSuffix: next.statementDescriptorSuffix,
    onStatement: onStatement(tx.tables.account.get(intent.account), next, charge.paidWith.type),
  }
  return takeMoney(tx, next, described, amount, 'charge.captured')
}
