import type { ComponentType } from 'react'
import {
  ActivityIcon,
  CallbacksIcon,
  LedgerIcon,
  MerchantsIcon,
  OverviewIcon,
  PaymentsIcon,
  SandboxIcon,
  SettingsIcon,
} from '../components/icons.tsx'
import type { Session } from '../session/session.ts'

export interface NavigationItem {
  label: string
  to: '/' | '/payments' | '/callbacks' | '/merchants' | '/ledger' | '/activity' | '/sandbox' | '/settings'
  icon: ComponentType
  /** After g: `g p` opens the payments. */
  key: string
}

const forOperators: readonly NavigationItem[] = [
  { label: 'Overview', to: '/', icon: OverviewIcon, key: 'o' },
  { label: 'Payments', to: '/payments', icon: PaymentsIcon, key: 'p' },
  { label: 'Callbacks', to: '/callbacks', icon: CallbacksIcon, key: 'c' },
  { label: 'Merchants', to: '/merchants', icon: MerchantsIcon, key: 'm' },
  { label: 'Ledger', to: '/ledger', icon: LedgerIcon, key: 'l' },
  { label: 'Activity', to: '/activity', icon: ActivityIcon, key: 'a' },
]

const sandbox: NavigationItem = { label: 'Sandbox', to: '/sandbox', icon: SandboxIcon, key: 's' }

const inPortal = new Set(['/payments', '/callbacks'])
const settings: NavigationItem = { label: 'Settings', to: '/settings', icon: SettingsIcon, key: 's' }

/** What this session may open, in the order it is shown. */
export function navigationOf(session: Session): readonly NavigationItem[] {
  if (session.kind === 'portal') return [...forOperators.filter(({ to }) => inPortal.has(to)), settings]
  return session.sandbox ? [...forOperators, sandbox] : forOperators
}
