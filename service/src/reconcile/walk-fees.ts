import type { MerchantId } from '../ids.ts'
import type { Movement } from '../processors/lists-port.ts'
import { noteFees } from './books.sql.ts'
import type { Found } from './difference.ts'
import { AccountGone, ownerOf, pagesOf, type Step, type Walk } from './step.ts'
import { Totals } from './totals.ts'
import { compareMovements } from './walk-movements.ts'

/** Platform fees of all merchants, taken and returned in the period. */
export async function* walkFees(current: Walk): AsyncGenerator<Step> {
  const { run, processor } = current
  const totals = new Map<MerchantId, Totals>()
  for await (const { items } of pagesOf(current, page => processor.listMovements(null, page))) {
    const findings: Found[] = []
    for (const [merchantId, own] of await byMerchant(current, items)) {
      if (run.merchantId !== null && run.merchantId !== merchantId) continue
      for (const { kind, processorPaymentId } of own) {
        if (kind === 'fee_refund') current.feeReturned.add(processorPaymentId)
      }
      const sums = totals.get(merchantId) ?? new Totals()
      totals.set(merchantId, sums)
      findings.push(...(await compareFees(current, merchantId, own, sums)))
    }
    yield { findings, counts: { movements: items.length } }
  }
  yield { totals: [...totals].flatMap(([merchantId, sums]) => sums.of({ merchantId })) }
}

/** The comparison of accounts already reports an account that cannot be read. */
async function compareFees(current: Walk, merchantId: MerchantId, own: Movement[], sums: Totals) {
  const [first] = own
  if (!first) return []
  const owner = { merchantId, processor: current.processor.name, accountId: first.accountId }
  await noteFees(current.deps.db, owner, own)
  return await compareMovements(current, owner, own, sums).catch(error => {
    if (error instanceof AccountGone) return []
    throw error
  })
}

async function byMerchant(current: Walk, items: Movement[]) {
  const groups = new Map<MerchantId, Movement[]>()
  const owners = await Promise.all(items.map(({ accountId }) => ownerOf(current, accountId)))
  for (const [i, item] of items.entries()) {
    const merchantId = owners[i] ?? current.unknownAccounts.get(item.accountId)
    if (merchantId) groups.set(merchantId, [...(groups.get(merchantId) ?? []), item])
  }
  return groups
}
