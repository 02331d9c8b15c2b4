import { invalidRequest } from '../api/errors.ts'
import { find } from '../api/find.ts'
import type { Settings } from '../api/route.ts'
import { emit } from '../events/emit.ts'
import { schedule } from '../jobs/schedule.ts'
import type { ExternalAccountRecord } from '../records/external-account.ts'
import type { PayoutRecord } from '../records/payout.ts'
import type { Tx } from '../store/store.ts'
import { balancesOf } from './balances.ts'
import { moveMoney } from './move-money.ts'

type Choices = Pick<
  PayoutRecord,
  'account' | 'amount' | 'currency' | 'description' | 'statement_descriptor' | 'metadata'
>

interface Circumstances {
  readonly destination?: string | undefined
  /** Made by Stripe rather than by the account. */
  readonly automatic?: boolean
  readonly method?: PayoutRecord['method'] | undefined
}

/** Sends money from an account's balance to its bank. */
export function payOut(
  tx: Tx,
  choices: Choices,
  settings: Settings,
  { destination, automatic = false, method = 'standard' }: Circumstances = {},
): PayoutRecord {
  const { account, amount, currency } = choices
  const balance = balancesOf(tx, account).find(candidate => candidate.currency === currency)
  if (amount > (balance?.available ?? 0)) {
    const message = 'You have insufficient funds in your Stripe account for this payout.'
    throw invalidRequest(message, { code: 'balance_insufficient', param: 'amount' })
  }
  const bank = bankOf(tx, account, currency, destination)
  if (method === 'instant' && !bank?.isInstant) {
    const message = 'This external account does not support instant payouts. Use a standard payout instead.'
    throw invalidRequest(message, { code: 'instant_payouts_unsupported', param: 'method' })
  }
  const id = `po_1${tx.random(23)}`
  const moved = moveMoney(tx, { account, type: 'payout', amount: -amount, currency, source: id })
  const record = tx.put('payout', {
    ...choices,
    id,
    seq: tx.nextSeq(),
    created: tx.now,
    status: 'pending',
    balance_transaction: moved.id,
    arrival_date: tx.now,
    automatic,
    method,
    destination: bank?.id ?? null,
    failure_code: null,
    failure_balance_transaction: null,
    original_payout: null,
    reversed_by: null,
  })
  emit(tx, 'payout.created', 'payout', record)
  schedule(tx, 'finish_payout', record, tx.nowMs + settings.settleAfterMs)
  return record
}

/** The bank account that was chosen, or the default one of the currency. */
function bankOf(
  tx: Tx,
  account: string,
  currency: string,
  chosen: string | undefined,
): ExternalAccountRecord | undefined {
  const banks = tx.tables.account.get(account)?.externalAccounts ?? []
  if (chosen === undefined) return banks.find(bank => bank.currency === currency && bank.default_for_currency)
  const bank = banks.find(candidate => candidate.id === chosen)
  if (!bank) {
    const message = `No such external account: '${chosen}'`
    throw invalidRequest(message, { code: 'resource_missing', param: 'destination' })
  }
  return bank
}

/** Pays out everything that is available, as Stripe does each day, and records which movements it consists of. */
export function payOutAll(tx: Tx, account: string, settings: Settings): PayoutRecord[] {
  const due = balancesOf(tx, account).filter(balance => balance.available > 0)
  return due.map(({ currency, available: amount }) => {
    const included = unpaidOf(tx, account, currency)
    const choices = { account, amount, currency, description: 'STRIPE PAYOUT', statement_descriptor: null }
    const payout = payOut(tx, { ...choices, metadata: {} }, settings, { automatic: true })
    for (const record of included) tx.put('balance_transaction', { ...record, payout: payout.id })
    const moved = tx.tables.balance_transaction.get(payout.balance_transaction)
    if (moved) tx.put('balance_transaction', { ...moved, payout: payout.id })
    return payout
  })
}

function unpaidOf(tx: Tx, account: string, currency: string) {
  return tx.tables.balance_transaction
    .ids(account)
    .flatMap(id => tx.tables.balance_transaction.get(id) ?? [])
    .filter(record => record.currency === currency && record.available_on <= tx.now && !record.payout)
}

/** The money arrives at the merchant's bank, or comes back. */
export function finishPayout(tx: Tx, id: string): void {
  const before = tx.tables.payout.get(id)
  if (before?.status !== 'pending') return
  const bank = before.destination ? tx.tables.external_account.get(before.destination) : undefined
  if (bank?.payoutFailure) {
    failPayout(tx, before, bank.payoutFailure)
    return
  }
  const paid = tx.put('payout', { ...before, status: 'paid' })
  emit(tx, 'payout.paid', 'payout', paid, before)
  if (paid.automatic) emit(tx, 'payout.reconciliation_completed', 'payout', paid)
}

function failPayout(tx: Tx, before: PayoutRecord, failure_code: string): void {
  const { account, amount, currency, id } = before
  const moved = moveMoney(tx, { account, type: 'payout_failure', amount, currency, source: id })
  const change = { status: 'failed', failure_code, failure_balance_transaction: moved.id } as const
  emit(tx, 'payout.failed', 'payout', tx.put('payout', { ...before, ...change }), before)
}

export function cancelPayout(tx: Tx, before: PayoutRecord): PayoutRecord {
  if (before.status !== 'pending') {
    throw invalidRequest(`Payouts with a status of ${before.status} cannot be canceled.`)
  }
  const { account, amount, currency, id } = before
  moveMoney(tx, { account, type: 'payout_cancel', amount, currency, source: id })
  const record = tx.put('payout', { ...before, status: 'canceled' })
  emit(tx, 'payout.canceled', 'payout', record, before)
  return record
}

/** Reverses a paid payout: the money comes back from the bank, as a separate payout. */
export function reversePayout(tx: Tx, account: string, id: string): PayoutRecord {
  const original = find(tx, 'payout', account, id)
  if (original.status !== 'paid' || original.reversed_by) {
    throw invalidRequest('Only payouts that have been paid, and not reversed, can be reversed.')
  }
  const { amount, currency } = original
  const reversalId = `po_1${tx.random(23)}`
  const moved = moveMoney(tx, { account, type: 'payout', amount, currency, source: reversalId })
  const reversal = tx.put('payout', {
    ...original,
    id: reversalId,
    seq: tx.nextSeq(),
    created: tx.now,
    amount: -amount,
    balance_transaction: moved.id,
    automatic: false,
    original_payout: id,
  })
  tx.put('payout', { ...original, reversed_by: reversalId })
  emit(tx, 'payout.created', 'payout', reversal)
  return reversal
}
