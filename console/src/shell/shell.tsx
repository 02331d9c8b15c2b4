import { Link, Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { IconButton } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { MenuIcon } from '../components/icons.tsx'
import { Toasts } from '../components/toasts.tsx'
import { LiveProvider } from '../live/live.tsx'
import { hasEnded, isSamePerson, type Session, SignedIn, useSession } from '../session/session.ts'
import { Keyboard } from './keyboard.tsx'
import { Navigation, OpenList } from './navigation.tsx'
import { SearchBox } from './search-box.tsx'
import { SessionEnded } from './session-ended.tsx'
import classes from './shell.module.css'
import { AccountMenu, ColorSchemeButton, LiveState } from './tools.tsx'

/** The frame around every page that needs a session. */
export function Shell() {
  const current = useSession()
  const [session, setSession] = useState(current)
  const isSomebodyElse = session && current && !isSamePerson(session, current)
  if (current && current !== session && !isSomebodyElse) setSession(current)
  const isOver = !current && hasEnded()
  const path = useRouterState({ select: state => state.location.pathname })
  if (isSomebodyElse) return <StartAfresh />
  if (!session || (!current && !isOver)) return <SignInFirst />
  return (
    <SignedIn value={session}>
      <LiveProvider>
        <Toasts>
          <a href="#content" className={classes.skip}>
            Skip to the content
          </a>
          <div className={classes.shell}>
            <header className={classes.bar}>
              <PhoneMenu key={path} session={session} />
              <Link to="/" className={classes.brand}>
                {session.kind === 'portal' ? <Brand brand={session.brand} /> : 'svcpay'}
              </Link>
              <SearchBox />
              <div className={classes.tools}>
                {session.sandboxes.length > 0 && <TestMode />}
                <LiveState />
                <ColorSchemeButton />
                <AccountMenu session={session} />
              </div>
            </header>
            <aside className={classes.side}>
              <Navigation session={session} />
            </aside>
            <main id="content" className={classes.main} tabIndex={-1}>
              <Outlet />
            </main>
          </div>
          <OpenList session={session} />
          <Keyboard session={session} />
          {isOver && <SessionEnded kind={session.kind} />}
        </Toasts>
      </LiveProvider>
    </SignedIn>
  )
}

/** Created again on each page, and therefore closed. */
function PhoneMenu({ session }: { session: Session }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.burger}>
      <IconButton aria-label="Open the menu" onClick={() => setOpen(true)}>
        <MenuIcon />
      </IconButton>
      {isOpen && (
        <Dialog
          onClose={() => setOpen(false)}
          title={session.kind === 'portal' ? session.brand.name : 'svcpay'}
          isAtSide
        >
          {session.sandboxes.length > 0 && <TestMode />}
          <Navigation session={session} />
        </Dialog>
      )}
    </div>
  )
}

/** Merchants see the platform's own name. */
function Brand({ brand: { name, logo } }: Pick<Session, 'brand'>) {
  return logo ? <img src={logo} alt={name} className={classes.logo} /> : name
}

/** Nobody is signed in: makes the route check again, which leads to the sign-in form and back here. */
function SignInFirst() {
  const router = useRouter()
  useEffect(() => void router.invalidate(), [router])
  return null
}

/** Reloads, so that nobody sees data loaded for somebody else. */
function StartAfresh() {
  useEffect(() => location.reload(), [])
  return null
}

function TestMode() {
  return (
    <span className={classes.note} title="No real money moves">
      Test<span> mode</span>
    </span>
  )
}
