import type { Stripe } from 'stripe'
import { isPaymentId } from '../../ids.ts'
import type { Listed, Movement, MovementKind, PeriodPage, ProcessorLists } from '../lists-port.ts'
import type { Seals } from '../seals.ts'
import { feeSnapshot } from './charge.ts'
import { idOf } from './id-of.ts'
import { accountSnapshot, disputeSnapshot, paymentSnapshot, refundSnapshot } from './mapping.ts'
import { memoOfPayment } from './memo.ts'
import { outcomeOf } from './outcome.ts'
import { sealedPayment } from './own-payment.ts'

const seconds = (at: Date) => Math.ceil(at.getTime() / 1000)

const paramsOf = ({ from, to, after }: PeriodPage) => ({
  created: { gte: seconds(from), ...(to ? { lt: seconds(to) } : {}) },
  limit: 100,
  ...(after === null ? {} : { starting_after: after }),
})

const timeOf = ({ created }: { created: number }) => new Date(created * 1000)

const nextOf = ({ data, has_more }: { data: { id: string }[]; has_more: boolean }) =>
  has_more ? (data.at(-1)?.id ?? null) : null

export function listed<From extends { id: string }, Item>(
  list: Stripe.ApiList<From>,
  itemOf: (from: From) => Item,
): Listed<Item> {
  return { items: list.data.map(itemOf), next: nextOf(list) }
}

export function createStripeLists(stripe: Stripe, seals: Seals): ProcessorLists {
  return {
    listPayments: (accountId, page) =>
      outcomeOf(async () => {
        const found = await stripe.paymentIntents.list(paramsOf(page), { stripeAccount: accountId })
        return listed(found, intent => ({
          snapshot: paymentSnapshot(intent),
          createdAt: timeOf(intent),
          paymentId: isPaymentId(intent.metadata.svcPaymentId) ? intent.metadata.svcPaymentId : null,
          own: sealedPayment(seals, accountId, intent),
        }))
      }),

    listRefunds: (accountId, page) =>
      outcomeOf(async () => {
        const found = await stripe.refunds.list(paramsOf(page), { stripeAccount: accountId })
        // the release of an uncaptured part is listed as a refund (charge.ts)
        const isRefund = (one: Stripe.Refund) =>
          one.balance_transaction !== null || one.metadata?.svcRefundId !== undefined
        const items = found.data.filter(isRefund).map(one => ({
          refund: refundSnapshot(seals, accountId, one),
          processorPaymentId: idOf(one.payment_intent),
        }))
        return { items, next: nextOf(found) }
      }),

    listDisputes: (accountId, page) =>
      outcomeOf(async () => {
        const found = await stripe.disputes.list(paramsOf(page), { stripeAccount: accountId })
        return listed(found, dispute => ({
          dispute: disputeSnapshot(dispute),
          processorPaymentId: idOf(dispute.payment_intent),
        }))
      }),

    /** Recognizes accounts of this service's merchants by their seals. */
    listAccounts: page =>
      outcomeOf(async () => {
        const found = await stripe.accounts.list(paramsOf(page))
        return listed(found, account => {
          const { svcMerchantId: merchantId, svcSeal } = account.metadata ?? {}
          const isOurs = merchantId !== undefined && seals.isOurs(svcSeal, merchantId)
          return isOurs ? { merchantId, snapshot: accountSnapshot(account) } : null
        })
      }),

    listMovements: (accountId, page) =>
      outcomeOf(() =>
        accountId === null ? listFees(stripe, seals, page) : listMovements(stripe, seals, accountId, page),
      ),
  }
}

/** `partial_capture_reversal` is the uncaptured part of an authorization posted in full; it reduces the payment. */
const kinds: Readonly<Record<string, MovementKind>> = {
  charge: 'payment',
  partial_capture_reversal: 'payment',
  refund: 'refund',
  refund_failure: 'refund_failure',
  dispute: 'dispute',
  dispute_reversal: 'dispute_reversal',
}

/** Leaves out payouts, the processor's own fees and any other kind of movement. */
async function listMovements(
  stripe: Stripe,
  seals: Seals,
  accountId: string,
  page: PeriodPage,
): Promise<Listed<Movement>> {
  const params = { ...paramsOf(page), expand: ['data.source'] }
  const list = await stripe.balanceTransactions.list(params, { stripeAccount: accountId })
  return { items: list.data.flatMap(moved => movementOf(seals, moved, accountId)), next: nextOf(list) }
}

type Source = Stripe.Charge | Stripe.Refund | Stripe.Dispute

function movementOf(seals: Seals, moved: Stripe.BalanceTransaction, accountId: string): Movement[] {
  const kind = kinds[moved.reporting_category]
  const source = moved.source as Source | string | null
  if (!kind || source === null || typeof source === 'string') return []
  const processorPaymentId = idOf(source.payment_intent)
  if (processorPaymentId === null) return []
  const { currency } = source
  // if the account is paid out in another currency, use the amount of the payment, refund or dispute
  const worth = source.object === 'charge' ? source.amount_captured : source.amount
  const amountCents = moved.currency === currency ? moved.amount : Math.sign(moved.amount) * worth
  const movement = { kind, accountId, processorPaymentId, currency, amountCents, createdAt: timeOf(moved) }
  if (source.object === 'refund') return [{ ...movement, refund: refundSnapshot(seals, accountId, source) }]
  if (source.object === 'dispute') return [{ ...movement, dispute: disputeSnapshot(source) }]
  return [{ ...movement, ...ownPaymentOf(seals, accountId, source) }]
}

/** A charge has the metadata of its payment, including our seal. */
function ownPaymentOf(
  seals: Seals,
  accountId: string,
  { metadata }: Stripe.Charge,
): Pick<Movement, 'ownPaymentId'> {
  const { svcPaymentId } = metadata
  return isPaymentId(svcPaymentId) && memoOfPayment(seals, accountId, metadata)
    ? { ownPaymentId: svcPaymentId }
    : {}
}

/** Taken and returned fees have different shapes, so they are listed one kind after the other. */
const feeLists = [
  { type: 'application_fee', expand: ['data.source.charge'], kind: 'fee' },
  { type: 'application_fee_refund', expand: ['data.source.fee.charge'], kind: 'fee_refund' },
] as const

async function listFees(stripe: Stripe, seals: Seals, page: PeriodPage): Promise<Listed<Movement>> {
  const [, at = '0', after = ''] = /^(\d):(.*)$/.exec(page.after ?? '') ?? []
  const { type, expand, kind } = feeLists[at === '0' ? 0 : 1]
  const params = { ...paramsOf({ ...page, after: after || null }), type, expand: [...expand] }
  const list = await stripe.balanceTransactions.list(params)
  const next = nextOf(list)
  return {
    items: list.data.flatMap(moved => feeMovementOf(seals, moved, kind)),
    next: next === null ? (at === '0' ? '1:' : null) : `${at}:${next}`,
  }
}

function feeMovementOf(
  seals: Seals,
  moved: Stripe.BalanceTransaction,
  kind: 'fee' | 'fee_refund',
): Movement[] {
  const source = moved.source as Stripe.ApplicationFee | Stripe.FeeRefund | string | null
  if (source === null || typeof source === 'string') return []
  const fee = source.object === 'fee_refund' ? source.fee : source
  if (typeof fee === 'string' || typeof fee.charge === 'string') return []
  const accountId = idOf(fee.account)
  const processorPaymentId = idOf(fee.charge.payment_intent)
  if (accountId === null || processorPaymentId === null) return []
  const { currency, amount: amountCents } = moved
  const movement = { kind, accountId, processorPaymentId, currency, amountCents, createdAt: timeOf(moved) }
  return [{ ...movement, ...ownPaymentOf(seals, accountId, fee.charge), fee: feeSnapshot(fee) }]
}
