import { restoreOrphan } from '../payments/bring-back.ts'
import { type Account, existingIds } from './books.sql.ts'
import type { Difference, Found } from './difference.ts'
import type { Walk } from './step.ts'

/** An intent at the processor with one of our ids that belongs to no payment here. */
interface Stray {
  kind: Difference['kind']
  processorPaymentId: string
  paymentId: string
  currency: string | null
  cents: number
  /** Other software can copy the id to its own payment; it can copy our seal, too, but only within the account. */
  isSealed: boolean
  /** A canceled duplicate moves no money. */
  isCanceled: boolean
}

/** A duplicate if a payment here has the same id; otherwise lost here. */
export async function strayFindings(current: Walk, owner: Account, strays: Stray[]): Promise<Found[]> {
  const { deps, run } = current
  const ids = strays.map(({ paymentId }) => paymentId)
  const existing = await existingIds(deps.db, owner.merchantId, ids)
  const findings: Found[] = []
  for (const { kind, processorPaymentId, paymentId, currency, cents, ...stray } of strays) {
    const what = existing.has(paymentId) ? 'duplicate' : 'missing_here'
    if (what === 'missing_here' ? !stray.isSealed : stray.isCanceled) continue
    findings.push({
      merchantId: owner.merchantId,
      paymentId,
      processorPaymentId,
      kind,
      what,
      objectId: '',
      currency,
      ours: null,
      theirs: String(cents),
      ...(run.fix
        ? await restoreStray(current, owner, processorPaymentId, what)
        : { fixed: false, reason: null }),
    })
  }
  return findings
}

const secondOne =
  'The payment here has another intent. Find out which of the two the customer paid, and refund or cancel the extra one.'
const forgottenAccount =
  'The account is unknown here. To restore it, run svcpay settings import, then svcpay rebuild.'

async function restoreStray(
  { deps, processor, unknownAccounts }: Walk,
  { merchantId, accountId }: Account,
  processorPaymentId: string,
  what: Difference['what'],
) {
  if (what === 'duplicate') return { fixed: false, reason: secondOne }
  if (unknownAccounts.has(accountId)) return { fixed: false, reason: forgottenAccount }
  const outcome = await restoreOrphan(deps, processor, { merchantId, accountId, processorPaymentId })
  if (outcome.kind !== 'done') return { fixed: false, reason: 'The processor did not return the payment.' }
  return outcome.value === null ? { fixed: false, reason: secondOne } : { fixed: true, reason: null }
}
