import { ApiError, invalidRequest } from '../api/errors.ts'
import { changeMetadata, type MetadataChange } from '../api/metadata.ts'
import type { BankFacts, CardFacts, PaymentMethodRecord } from '../records/payment-method.ts'
import { bankAccounts, routingNumber } from '../simulated/bank-accounts.ts'
import { brandOf } from '../simulated/brands.ts'
import { cardByNumber, cardByToken, tokenExpiry } from '../simulated/cards.ts'
import { fingerprintOf } from '../simulated/fingerprint.ts'
import { ibanBehavior, isIban } from '../simulated/ibans.ts'
import { passesLuhn } from '../simulated/luhn.ts'
import { isRedirect } from '../simulated/payment-method-types.ts'
import type { Tx } from '../store/store.ts'

interface CardInput {
  number?: string | undefined
  exp_month?: number | undefined
  exp_year?: number | undefined
  cvc?: string | undefined
  token?: string | undefined
}

interface BankInput {
  account_number?: string | undefined
  routing_number?: string | undefined
  account_holder_type?: string | undefined
  account_type?: string | undefined
}

interface PaymentMethodInput {
  type: string
  card?: CardInput | undefined
  us_bank_account?: BankInput | undefined
  sepa_debit?: { iban: string } | undefined
  billing_details?: PaymentMethodRecord['billing_details'] | undefined
  metadata?: MetadataChange | undefined
  allow_redisplay?: PaymentMethodRecord['allow_redisplay'] | undefined
}

export function createPaymentMethod(tx: Tx, account: string, input: PaymentMethodInput): PaymentMethodRecord {
  return tx.put('payment_method', {
    id: `pm_1${tx.random(23)}`,
    account,
    seq: tx.nextSeq(),
    created: tx.now,
    type: input.type,
    customer: null,
    billing_details: input.billing_details ?? null,
    metadata: changeMetadata({}, input.metadata),
    allow_redisplay: input.allow_redisplay ?? 'unspecified',
    ...factsOf(tx, account, input),
  })
}

type Facts = Pick<PaymentMethodRecord, 'card' | 'bank' | 'iban' | 'behavior'>

function factsOf(tx: Tx, account: string, input: PaymentMethodInput): Facts {
  switch (input.type) {
    case 'card':
      return input.card?.token === undefined
        ? readCard(tx, input.card ?? {})
        : tokenFacts(tx, account, input.card.token)
    case 'card_present':
    case 'interac_present':
      return readCard(tx, input.card ?? {})
    case 'us_bank_account':
      return bankFacts(input.us_bank_account ?? {})
    case 'sepa_debit':
      return ibanFacts(input)
    default:
      if (!isRedirect(input.type)) {
        throw invalidRequest(`Invalid type: the sandbox does not simulate ${input.type}`, { param: 'type' })
      }
      return { card: null, bank: null, behavior: 'redirect' }
  }
}

/** From a token: one of Stripe's, where `tok_visa` is the same card as `pm_card_visa`, or one created here. */
function tokenFacts(tx: Tx, account: string, token: string): Facts {
  const known = cardByToken(token.replace(/^tok_/, 'pm_card_'))
  if (known) return readCard(tx, { number: known.number, ...tokenExpiry, cvc: '123' })
  const created = tx.tables.token.get(token)
  const param = 'card[token]'
  if (created?.account !== account) {
    throw invalidRequest(`No such token: '${token}'`, { code: 'resource_missing', param })
  }
  if (created.used) {
    const message = `You cannot use a Stripe token more than once: ${token}.`
    throw invalidRequest(message, { code: 'token_already_used', param })
  }
  tx.put('token', { ...created, used: true })
  return { card: created.card, bank: null, behavior: created.behavior }
}

export function readCard(tx: Tx, input: CardInput): Facts {
  const number = (input.number ?? '').replaceAll(/[\s-]/g, '')
  if (number === '') throw missingParam('card[number]')
  if (input.exp_month === undefined) throw missingParam('card[exp_month]')
  if (input.exp_year === undefined) throw missingParam('card[exp_year]')
  checkCard(tx, number, input.exp_month, fullYear(input.exp_year), input.cvc)
  const known = cardByNumber(number)
  const card: CardFacts = {
    brand: brandOf(number),
    last4: number.slice(-4),
    exp_month: input.exp_month,
    exp_year: fullYear(input.exp_year),
    fingerprint: fingerprintOf(number),
    cvcGiven: input.cvc !== undefined,
    country: known?.country ?? 'US',
    funding: known?.funding ?? 'credit',
    checks: known?.checks,
    risk: known?.risk,
    pin: known?.pin,
  }
  return { card, bank: null, behavior: known?.behavior ?? 'not_a_test_card' }
}

function checkCard(tx: Tx, number: string, month: number, year: number, cvc: string | undefined): void {
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number')
  }
  const today = new Date(tx.nowMs)
  if (month < 1 || month > 12) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  if (year < today.getUTCFullYear() || year > today.getUTCFullYear() + 50) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  if (year === today.getUTCFullYear() && month < today.getUTCMonth() + 1) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  }
}

function bankFacts(input: BankInput): Facts {
  if (input.account_number === undefined) throw missingParam('us_bank_account[account_number]')
  if (input.routing_number === undefined) throw missingParam('us_bank_account[routing_number]')
  const test = bankAccounts.find(candidate => candidate.number === input.account_number)
  if (!test || input.routing_number !== routingNumber) {
    const param = test ? 'us_bank_account[routing_number]' : 'us_bank_account[account_number]'
    throw invalidRequest('You must use a test bank account number in test mode.', { param })
  }
  const bank: BankFacts = {
    last4: test.number.slice(-4),
    routing_number: input.routing_number,
    account_holder_type: input.account_holder_type ?? 'individual',
    account_type: input.account_type ?? 'checking',
    fingerprint: fingerprintOf(test.number),
  }
  return { card: null, bank, behavior: test.behavior }
}

/** A mandate needs the holder's name and e-mail address. */
function ibanFacts({ sepa_debit: input, billing_details: holder }: PaymentMethodInput): Facts {
  if (!input) throw missingParam('sepa_debit[iban]')
  for (const name of ['name', 'email'] as const) {
    if (!holder?.[name]) throw missingParam(`billing_details[${name}]`)
  }
  const iban = input.iban.replaceAll(' ', '').toUpperCase()
  if (!isIban(iban)) {
    const message = 'The IBAN you entered is invalid.'
    throw invalidRequest(message, { code: 'invalid_bank_account_iban', param: 'sepa_debit[iban]' })
  }
  const facts = { last4: iban.slice(-4), country: iban.slice(0, 2), bankCode: iban.slice(4, 9) }
  return {
    card: null,
    bank: null,
    iban: { ...facts, fingerprint: fingerprintOf(iban) },
    behavior: ibanBehavior(iban),
  }
}

function fullYear(year: number): number {
  return year < 100 ? 2000 + year : year
}

function cardError(code: string, message: string, param: string): ApiError {
  return new ApiError(402, { type: 'card_error', code, message, param })
}

function missingParam(param: string): ApiError {
  return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}
