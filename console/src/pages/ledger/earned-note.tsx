import { CopyableId } from '../../components/copyable.tsx'
import { Note } from '../../components/notes.tsx'
import { useWhose } from '../../session/merchant-names.ts'
import { feeText } from '../merchants/fees.ts'
import type { Merchant } from '../merchants/merchant-query.ts'

/** Explains "Earned", which could be mistaken for money at the processor or at the bank. */
export function EarnedNote({ own }: { own?: Merchant | undefined }) {
  const whose = useWhose()
  return (
    <Note tone="quiet">
      “Earned”, like the balances of a statement, is all captured payments so far, less platform fees, refunds
      and disputes. The money goes to {whose} own account at the processor, which deducts its own fees and
      pays out to {whose} bank. Payouts are not recorded here; {whose} account at the processor shows them.
      {own && ` The platform fee is now ${feeText(own)} of a payment.`}
      {own?.processorAccountId && (
        <>
          {' '}
          Your account: <CopyableId id={own.processorAccountId} short />
        </>
      )}
    </Note>
  )
}
