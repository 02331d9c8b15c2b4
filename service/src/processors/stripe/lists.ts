import type { Stripe } from 'stripe'
import { isPaymentId } from '../../ids.ts'
import type { Listed, Movement, MovementKind, PeriodPage, ProcessorLists } from '../lists-port.ts'
import type { ListedEvent, Processor } from '../port.ts'
import type { Seals } from '../seals.ts'
import { feeSnapshot } from './charge.ts'
import { feeEvent, processorEvent } from './events.ts'
import { idOf } from './id-of.ts'
import { accountSnapshot, disputeSnapshot, paymentSnapshot, refundSnapshot } from './mapping.ts'
import { memoOfPayment } from './memo.ts'
import { withOutcomes } from './outcome.ts'
import { sealedPayment } from './own-payment.ts'

const seconds = (at: Date) => Math.ceil(at.getTime() / 1000)
const timeOf = ({ created }: { created: number }) => new Date(created * 1000)

const startingAfter = (after: string | null) => (after ? { starting_after: after } : {})

const paramsOf = ({ from, to, after }: PeriodPage) => ({
  created: { gte: seconds(from), ...(to ? { lt: seconds(to) } : {}) },
  limit: 100,
  ...startingAfter(after),
})

/** The first page of a list since a time. */
export const createdSince = (since: Date) => ({
  created: { gte: Math.floor(since.getTime() / 1000) },
  limit: 100,
})

/** `itemsOf` returns an empty array for an object to leave out. */
function listed<From extends { id: string }, Item>(
  { data, has_more }: Stripe.ApiList<From>,
  itemsOf: (from: From) => Item | Item[],
): Listed<Item> {
  return { items: data.flatMap(itemsOf), next: has_more ? (data.at(-1)?.id ?? null) : null }
}

export type StripeLists = ProcessorLists & Pick<Processor, 'listEvents'>

export function createStripeLists(stripe: Stripe, seals: Seals) {
  return withOutcomes<StripeLists>({
    async listPayments(stripeAccount, page) {
      const found = await stripe.paymentIntents.list(paramsOf(page), { stripeAccount })
      return listed(found, intent => ({
        snapshot: paymentSnapshot(intent),
        createdAt: timeOf(intent),
        paymentId: isPaymentId(intent.metadata.svcPaymentId) ? intent.metadata.svcPaymentId : null,
        own: sealedPayment(seals, stripeAccount, intent),
      }))
    },

    async listRefunds(stripeAccount, page) {
      const found = await stripe.refunds.list(paramsOf(page), { stripeAccount })
      return listed(found, one => {
        // the release of an uncaptured part is listed as a refund (charge.ts)
        if (one.balance_transaction === null && one.metadata?.svcRefundId === undefined) return []
        const refund = refundSnapshot(seals, stripeAccount, one)
        return { refund, processorPaymentId: idOf(one.payment_intent) }
      })
    },

    async listDisputes(stripeAccount, page) {
      const found = await stripe.disputes.list(paramsOf(page), { stripeAccount })
      return listed(found, one => {
        return { dispute: disputeSnapshot(one), processorPaymentId: idOf(one.payment_intent) }
      })
    },

    async listAccounts(page) {
      return listed(await stripe.accounts.list(paramsOf(page)), account => {
        const { svcMerchantId: merchantId, svcSeal } = account.metadata ?? {}
        const isOurs = merchantId !== undefined && seals.isOurs(svcSeal, merchantId)
        return isOurs ? { merchantId, snapshot: accountSnapshot(account) } : null
      })
    },

    /** Leaves out payouts, the processor's own fees and any other kind of movement. */
    async listMovements(stripeAccount, page) {
      if (stripeAccount === null) return await listFees(stripe, seals, page)
      const params = { ...paramsOf(page), expand: ['data.source'] }
      const found = await stripe.balanceTransactions.list(params, { stripeAccount })
      return listed(found, moved => movementOf(seals, moved, stripeAccount))
    },

    async listEvents(stripeAccount, { since, after }) {
      const params = { ...createdSince(since), ...startingAfter(after) }
      const found =
        stripeAccount === null
          ? await stripe.events.list({ ...params, type: feeEvent })
          : await stripe.events.list(params, { stripeAccount })
      return listed(found, event => listedEvent(seals, event, stripeAccount))
    },
  })
}

/** A listed event does not name its account; a webhook does. */
function listedEvent(seals: Seals, event: Stripe.Event, accountId: string | null): ListedEvent {
  const account = event.account ?? accountId
  const complete = account === null ? event : { ...event, account }
  const body = Buffer.from(JSON.stringify(complete))
  return { event: processorEvent(seals, complete, body, 'any'), body }
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
function ownPaymentOf(seals: Seals, accountId: string, { metadata }: Stripe.Charge) {
  const { svcPaymentId } = metadata
  const isOurs = isPaymentId(svcPaymentId) && memoOfPayment(seals, accountId, metadata)
  return isOurs ? { ownPaymentId: svcPaymentId } : {}
}

/** Taken and returned fees have different shapes, so they are listed one kind after the other. */
const feeLists = [
  { type: 'application_fee', expand: ['data.source.charge'], kind: 'fee' },
  { type: 'application_fee_refund', expand: ['data.source.fee.charge'], kind: 'fee_refund' },
] as const

async function listFees(stripe: Stripe, seals: Seals, page: PeriodPage): Promise<Listed<Movement>> {
  const [, at = '0', after = ''] = /^(\d):(.*)$/.exec(page.after ?? '') ?? []
  const { type, expand, kind } = feeLists[at === '0' ? 0 : 1]
  const params = { ...paramsOf({ ...page, after }), type, expand: [...expand] }
  const list = await stripe.balanceTransactions.list(params)
  const { items, next } = listed(list, moved => feeMovementOf(seals, moved, kind))
  return { items, next: next === null ? (at === '0' ? '1:' : null) : `${at}:${next}` }
}

type FeeKind = (typeof feeLists)[number]['kind']

function feeMovementOf(seals: Seals, moved: Stripe.BalanceTransaction, kind: FeeKind): Movement[] {
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
