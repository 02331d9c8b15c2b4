import { checkCountry } from '../api/address-params.ts'
import { checkCurrency } from '../api/amounts.ts'
import { invalidRequest } from '../api/errors.ts'
import { changeMetadata, type MetadataChange } from '../api/metadata.ts'
import { type Field, hash, oneOf, required, sent, text } from '../api/params.ts'
import { emit } from '../events/emit.ts'
import type { AccountRecord } from '../records/account.ts'
import type { ExternalAccountRecord } from '../records/external-account.ts'
import type { Stored } from '../records/stored.ts'
import { tokenExpiry } from '../simulated/cards.ts'
import { fingerprintOf } from '../simulated/fingerprint.ts'
import {
  type PayoutAccount,
  payoutAccountByNumber,
  payoutAccountByToken,
} from '../simulated/payout-accounts.ts'
import type { Tx } from '../store/store.ts'

const bankAccount = hash({
  object: required(oneOf('bank_account')),
  country: required(text),
  currency: text,
  account_number: required(text),
  routing_number: text,
  account_holder_name: text,
  account_holder_type: oneOf('individual', 'company'),
  account_type: text,
})

type Facts = Omit<ExternalAccountRecord, keyof Stored | 'default_for_currency' | 'metadata'>

/** A bank account, or the test token of a bank account or debit card. */
export const externalAccountParam: Field<Facts | undefined> = (value, name) => {
  if (value === undefined) return undefined
  if (typeof value === 'string') return tokenFacts(required(text)(value, name), name)
  const input = bankAccount(value, name)
  if (!input) return undefined
  const country = checkCountry(input.country, `${name}[country]`)
  const test = payoutAccountByNumber(input.account_number)
  return {
    ...bankFacts(input.account_number, test),
    country,
    currency: checkCurrency(input.currency ?? (country === 'US' ? 'usd' : 'eur')),
    routing_number: input.routing_number ?? null,
    ...sent(input, 'account_holder_name', 'account_holder_type', 'account_type'),
  }
}

function tokenFacts(token: string, param: string): Facts {
  const test = payoutAccountByToken(token)
  if (!test) throw invalidRequest(`No such token: '${token}'`, { code: 'resource_missing', param })
  return test.brand === undefined ? bankFacts(test.number, test) : cardFacts(test, test.brand)
}

function cardFacts(test: PayoutAccount, brand: string): Facts {
  const { last4, fingerprint, ...facts } = bankFacts(test.number, test)
  return {
    ...facts,
    last4,
    fingerprint,
    routing_number: null,
    card: { brand, last4, fingerprint, ...tokenExpiry, cvcGiven: false, country: 'US', funding: 'debit' },
    isInstant: test.isInstant ?? false,
  }
}

function bankFacts(number: string, test: PayoutAccount | undefined): Facts {
  return {
    country: 'US',
    currency: 'usd',
    last4: number.slice(-4),
    routing_number: '110000000',
    fingerprint: fingerprintOf(number),
    account_holder_name: null,
    account_holder_type: null,
    account_type: null,
    payoutFailure: test?.payoutFailure ?? null,
  }
}

/** The first account of a currency becomes its default, as does an account added as the default. */
export function addExternalAccount(
  tx: Tx,
  owner: AccountRecord,
  facts: Facts,
  choices: { asDefault?: boolean | undefined; metadata?: MetadataChange | undefined } = {},
): { account: AccountRecord; added: ExternalAccountRecord } {
  const others = owner.externalAccounts
  const isFirst = !others.some(other => other.currency === facts.currency)
  const added = tx.put('external_account', {
    id: `${facts.card ? 'card' : 'ba'}_1${tx.random(23)}`,
    account: owner.id,
    seq: tx.nextSeq(),
    ...facts,
    default_for_currency: isFirst || (choices.asDefault ?? false),
    metadata: changeMetadata({}, choices.metadata),
  })
  const account = keepExternalAccounts(tx, owner, [added, ...others], added)
  emit(tx, 'account.external_account.created', 'external_account', added)
  return { account, added }
}

/** Answers about an account include its external accounts, so its record holds them. Each currency has one default. */
export function keepExternalAccounts(
  tx: Tx,
  owner: AccountRecord,
  all: readonly ExternalAccountRecord[],
  changed: ExternalAccountRecord,
): AccountRecord {
  const externalAccounts = all.map(other => {
    if (other.id === changed.id) return changed
    const steps =
      changed.default_for_currency && other.default_for_currency && other.currency === changed.currency
    return steps ? tx.put('external_account', { ...other, default_for_currency: false }) : other
  })
  return tx.put('account', { ...owner, externalAccounts })
}
