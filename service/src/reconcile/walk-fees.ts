import type { MerchantId } from '../ids.ts'
import type { Movement } from '../processors/lists-port.ts'
import { ownersOf } from './books.sql.ts'
import { type Found, periodOf, type Step, type Walk } from './step.ts'
import { Totals } from './totals.ts'
import { compareMovements, differingTotals } from './walk-movements.ts'

/** The platform's fees of all merchants, taken and returned in the period. */
export async function* walkFees(current: Walk): AsyncGenerator<Step> {
  const { run, processor, deps } = current
  const totals = new Map<MerchantId, Totals>()
  const found = new Set<string>()
  let after: string | null = null
  do {
    const page = periodOf(run, after)
    const { items, next } = await current.list(() => processor.listMovements(null, page))
    const accountIds = [...new Set(items.map(({ accountId }) => accountId))]
    const owners = await ownersOf(deps.db, processor.name, accountIds)
    const findings: Found[] = []
    for (const [merchantId, own] of byMerchant(items, owners)) {
      if (run.merchantId !== null && run.merchantId !== merchantId) continue
      for (const { kind, processorPaymentId } of own) {
        if (kind === 'fee_refund') current.feeReturned.add(processorPaymentId)
      }
      const sums = totals.get(merchantId) ?? new Totals()
      totals.set(merchantId, sums)
      const owner = { merchantId, processor: processor.name }
      findings.push(...(await compareMovements(current, owner, own, sums)))
    }
    for (const { merchantId } of findings) found.add(merchantId)
    after = next
    yield { findings, counts: { movements: items.length } }
  } while (after !== null)
  const sums = [...totals].flatMap(([merchantId, own]) => own.all().map(total => ({ ...total, merchantId })))
  const findings = [...totals].flatMap(([merchantId, own]) =>
    found.has(merchantId) ? [] : differingTotals(current, { merchantId, processor: processor.name }, own),
  )
  yield { findings, totals: sums }
}

function byMerchant(items: Movement[], owners: Map<string, MerchantId>): Map<MerchantId, Movement[]> {
  const groups = new Map<MerchantId, Movement[]>()
  for (const item of items) {
    const merchantId = owners.get(item.accountId)
    if (merchantId) groups.set(merchantId, [...(groups.get(merchantId) ?? []), item])
  }
  return groups
}
