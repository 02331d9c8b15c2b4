import type { ReactNode } from 'react'
import { type Action, isAllowed } from './permissions.ts'
import { useSignedIn } from './session.ts'

export function useMay(): (action: Action) => boolean {
  const session = useSignedIn()
  return action => isAllowed(session, action)
}

/** Shows its children only to those who may do that, so that no button would be refused. */
export function May({ action, children }: { action: Action; children: ReactNode }) {
  const may = useMay()
  return may(action) ? children : null
}
