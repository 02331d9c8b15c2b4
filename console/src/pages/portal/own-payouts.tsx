import { Link } from '@tanstack/react-router'
import { Note } from '../../components/notes.tsx'
import { useSignedIn } from '../../session/session.ts'
import { activeAccount, type Merchant } from '../merchants/merchant-query.ts'
import { payoutsStep, restrictionAt } from '../merchants/onboarding-steps.ts'
import { processorText } from '../merchants/restriction.ts'

/** For a merchant whose earnings do not reach its bank: the same as on its home page. */
export function OwnPayouts({ merchant }: { merchant: Merchant }) {
  const { sandboxes } = useSignedIn()
  const restriction = restrictionAt(merchant, true, processorText(merchant.processor, sandboxes))
  const { name, isDone, state } = payoutsStep(merchant, restriction, true)
  if (isDone || !activeAccount(merchant)) return null
  return (
    <Note tone={restriction ? 'bad' : 'waiting'}>
      <strong>
        {name}: {state}.
      </strong>{' '}
      {restriction?.why} <Link to="/">Your home page</Link> says what to do.
    </Note>
  )
}
