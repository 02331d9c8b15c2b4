import type { MerchantId } from '../ids.ts'
import { findAccountOwner } from '../merchants/accounts.sql.ts'
import type { Movement } from '../processors/lists-port.ts'
import { type Found, pagesOf, type Step, type Walk } from './step.ts'
import { Totals } from './totals.ts'
import { compareMovements, differingTotals } from './walk-movements.ts'

/** The platform's fees of all merchants, taken and returned in the period. */
export async function* walkFees(current: Walk): AsyncGenerator<Step> {
  const { run, processor } = current
  const totals = new Map<MerchantId, Totals>()
  const found = new Set<string>()
  for await (const { items } of pagesOf(current, page => processor.listMovements(null, page))) {
    const findings: Found[] = []
    for (const [merchantId, own] of await byMerchant(current, items)) {
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
    yield { findings, counts: { movements: items.length } }
  }
  const owners = [...totals].map(([merchantId, own]) => ({ merchantId, processor: processor.name, own }))
  yield {
    findings: owners.flatMap(owner =>
      found.has(owner.merchantId) ? [] : differingTotals(current, owner, owner.own),
    ),
    totals: owners.flatMap(owner => owner.own.of(owner)),
  }
}

async function byMerchant(
  { deps, processor }: Walk,
  items: Movement[],
): Promise<Map<MerchantId, Movement[]>> {
  const groups = new Map<MerchantId, Movement[]>()
  const ownerOf = ({ accountId }: Movement) =>
    findAccountOwner(deps.db, { processor: processor.name, accountId })
  const owners = await Promise.all(items.map(ownerOf))
  for (const [i, item] of items.entries()) {
    const merchantId = owners[i]
    if (merchantId) groups.set(merchantId, [...(groups.get(merchantId) ?? []), item])
  }
  return groups
}
