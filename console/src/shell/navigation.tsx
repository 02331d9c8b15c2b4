import { Link, useLocation, useRouterState } from '@tanstack/react-router'
import { type ComponentType, useEffect } from 'react'
import { rememberList } from '../components/back-link.tsx'
import {
  ActivityIcon,
  CallbacksIcon,
  DisputesIcon,
  LedgerIcon,
  MerchantsIcon,
  OverviewIcon,
  PaymentsIcon,
  SandboxIcon,
  SettingsIcon,
} from '../components/icons.tsx'
import type { Session } from '../session/session.ts'
import classes from './navigation.module.css'

interface NavigationItem {
  label: string
  to:
    | '/'
    | '/payments'
    | '/callbacks'
    | '/merchants'
    | '/ledger'
    | '/activity'
    | '/sandbox'
    | '/disputes'
    | '/statements'
    | '/settings'
  icon: ComponentType
  /** Pressed after g: `g p` opens Payments. */
  key: string
}

const payments: NavigationItem = { label: 'Payments', to: '/payments', icon: PaymentsIcon, key: 'p' }
const callbacks: NavigationItem = { label: 'Callbacks', to: '/callbacks', icon: CallbacksIcon, key: 'c' }

const disputes: NavigationItem = { label: 'Disputes', to: '/disputes', icon: DisputesIcon, key: 'd' }

const forOperators: readonly NavigationItem[] = [
  { label: 'Overview', to: '/', icon: OverviewIcon, key: 'o' },
  payments,
  disputes,
  callbacks,
  { label: 'Merchants', to: '/merchants', icon: MerchantsIcon, key: 'm' },
  { label: 'Ledger', to: '/ledger', icon: LedgerIcon, key: 'l' },
  { label: 'Activity', to: '/activity', icon: ActivityIcon, key: 'a' },
]
const sandbox: NavigationItem = { label: 'Sandbox', to: '/sandbox', icon: SandboxIcon, key: 's' }

const forMerchants: readonly NavigationItem[] = [
  { label: 'Home', to: '/', icon: OverviewIcon, key: 'h' },
  payments,
  disputes,
  { label: 'Statements', to: '/statements', icon: LedgerIcon, key: 't' },
  callbacks,
  { label: 'Settings', to: '/settings', icon: SettingsIcon, key: 's' },
]

/** The pages that this session may open, in the order they are shown. */
export function navigationOf(session: Session): readonly NavigationItem[] {
  if (session.kind === 'portal') return forMerchants
  return session.sandboxes.length > 0 ? [...forOperators, sandbox] : forOperators
}

export function Navigation({ session }: { session: Session }) {
  const isReconciling = useRouterState({
    select: ({ location }) => location.pathname.startsWith('/reconciliations'),
  })
  return (
    <nav aria-label="Console">
      <ul className={classes.links}>
        {navigationOf(session).map(({ label, to, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={classes.link}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              // The comparisons are a part of the ledger, at an address of their own.
              {...(isReconciling && to === '/ledger' && { 'aria-current': 'page' })}
            >
              <Icon />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Pages outside the menu that link to other pages. */
const otherLists = [
  { label: 'Reconciliation', to: '/reconciliations' },
  { label: 'search results', to: '/search' },
]

/** Remembers the open list, with its filters, for the links back to it. */
export function OpenList({ session }: { session: Session }) {
  const { pathname, search } = useLocation()
  useEffect(() => {
    const list = [...navigationOf(session), ...otherLists].find(({ to }) => to === pathname)
    if (list) rememberList({ label: list.label, to: list.to, search })
  }, [session, pathname, search])
  return null
}
