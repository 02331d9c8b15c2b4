import type { ReactNode } from 'react'
import { type Session, useSignedIn } from './session.ts'

export type Action = Session['may'][number]

export function useMay(): (action: Action) => boolean {
  const { may } = useSignedIn()
  return action => may.includes(action)
}

/** Shows its children only to users with this permission, so that every visible button works. */
export function May({ action, children }: { action: Action; children: ReactNode }) {
  const may = useMay()
  return may(action) ? children : null
}
