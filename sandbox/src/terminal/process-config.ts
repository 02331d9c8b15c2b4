import { boolean, type Field, hash, positiveInteger, refused, sent, text } from '../api/params.ts'
import type { ProcessConfig } from '../records/reader.ts'

const params = hash({
  enable_customer_cancellation: boolean,
  return_url: text,
  skip_tipping: boolean,
  tipping: hash({ amount_eligible: positiveInteger }),
  allow_redisplay: refused,
})

/** How the reader should collect this payment. Shown with its action. */
export const processConfig: Field<ProcessConfig | undefined> = (value, name) => {
  const input = params(value, name)
  if (!input) return undefined
  const { allow_redisplay: _, tipping, ...rest } = input
  return { ...sent(rest), ...(tipping ? { tipping: sent(tipping) } : {}) }
}
