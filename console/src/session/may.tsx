import type { ReactNode } from 'react'
import { type Action, isAllowed } from './permissions.ts'
import { useSignedIn } from './session.ts'

export function useMay(): (action: Action) => boolean {
  const session = useSignedIn()
  return action => isAllowed(session, action)
}

/** Shows its children only to someone who may do that: nobody sees a button that would be refused. */
export function May({ action, children }: { action: Action; children: ReactNode }) {
  const may = useMay()
  return may(action) ? children : null
}
