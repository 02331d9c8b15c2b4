import type { Static } from '@fastify/type-provider-typebox'
import { csvOf, csvRows } from '../../csv.ts'
import type { OperatorPaymentSchema } from '../schemas.ts'

/** The columns are the fields of a payment, whose names include the unit, and the code of its failure. */
export const paymentColumns = [
  'svcPaymentId',
  'status',
  'amountCents',
  'currency',
  'capturedCents',
  'refundedCents',
  'applicationFeeCents',
  'applicationFeeRefundedCents',
  'disputedCents',
  'orderRef',
  'captureMethod',
  'merchantId',
  'processorPaymentIntentId',
  'createdAt',
  'failureCode',
] as const

interface PaymentPage {
  data: Static<typeof OperatorPaymentSchema>[]
  nextCursor: string | null
}

/** Reads each page only when the previous one has been consumed. */
export async function* paymentsCsv(
  first: PaymentPage,
  read: (cursor: string) => Promise<PaymentPage>,
): AsyncGenerator<string> {
  yield csvOf(paymentColumns, rowsOf(first))
  for (let { nextCursor } = first; nextCursor !== null; ) {
    const page = await read(nextCursor)
    yield csvRows(rowsOf(page))
    nextCursor = page.nextCursor
  }
}

const rowsOf = ({ data }: PaymentPage) =>
  data.map(payment => {
    const row = {
      ...payment,
      createdAt: payment.createdAt.toISOString(),
      failureCode: payment.failure?.code ?? null,
    }
    return paymentColumns.map(name => row[name])
  })
