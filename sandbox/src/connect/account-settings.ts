import { boolean, clearableText, hash, integer, list, oneOf, refused, text } from '../api/params.ts'
import { clearableDescriptor, clearablePrefix } from '../api/statement-descriptor.ts'

export const settingsParam = hash({
  branding: hash({
    icon: clearableText,
    logo: clearableText,
    primary_color: clearableText,
    secondary_color: clearableText,
  }),
  card_payments: hash({
    decline_on: hash({ avs_failure: boolean, cvc_failure: boolean }),
    statement_descriptor_prefix: clearablePrefix,
    statement_descriptor_prefix_kana: refused,
    statement_descriptor_prefix_kanji: refused,
  }),
  payments: hash({
    statement_descriptor: clearableDescriptor,
    statement_descriptor_kana: refused,
    statement_descriptor_kanji: refused,
  }),
  payouts: hash({
    debit_negative_balances: boolean,
    schedule: hash({
      delay_days: integer,
      interval: oneOf('manual', 'daily', 'weekly', 'monthly'),
      monthly_anchor: integer,
      monthly_payout_days: list(integer),
      weekly_anchor: text,
      weekly_payout_days: list(text),
    }),
    statement_descriptor: clearableDescriptor,
  }),
  bacs_debit_payments: refused,
  card_issuing: refused,
  invoices: refused,
  paypay_payments: refused,
  treasury: refused,
})
