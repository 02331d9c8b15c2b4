import { Link } from '@tanstack/react-router'
import type { Session } from '../session/session.ts'
import { navigationOf } from './navigation.ts'
import classes from './navigation-links.module.css'

export function Navigation({ session }: { session: Session }) {
  return (
    <nav aria-label="Console">
      <ul className={classes.links}>
        {navigationOf(session).map(({ label, to, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={classes.link}
              activeOptions={{ exact: to === '/', includeSearch: false }}
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
