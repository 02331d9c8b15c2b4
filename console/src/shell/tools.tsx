import { useMutation } from '@tanstack/react-query'
import { IconButton } from '../components/button.tsx'
import { MoonIcon, PersonIcon, SunIcon } from '../components/icons.tsx'
import { Menu, MenuItem, MenuLabel } from '../components/menu.tsx'
import { useLiveState } from '../live/live.tsx'
import { type Session, signOut } from '../session/session.ts'
import { useColorScheme } from '../theme/color-scheme.ts'
import classes from './tools.module.css'

const liveTexts = {
  connecting: ['Connecting…', 'Connecting to the service’s stream'],
  live: ['Connected', 'Changes appear automatically'],
  polling: ['Reconnecting…', 'The stream is not available; the page refreshes every five seconds'],
  lost: ['No connection', 'The service is not responding. Changes fail at once and are never sent later.'],
} as const

export function LiveState() {
  const state = useLiveState()
  const [label, explanation] = liveTexts[state]
  return (
    <span className={classes.state} data-state={state} role="status" title={explanation}>
      {label}
    </span>
  )
}

export function ColorSchemeButton() {
  const [scheme, choose] = useColorScheme()
  const isDark = scheme === 'dark'
  const label = isDark ? 'Use light colors' : 'Use dark colors'
  return (
    <IconButton aria-label={label} title={label} onClick={() => choose(isDark ? 'light' : 'dark')}>
      {isDark ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  )
}

export function AccountMenu({ session }: { session: Session }) {
  const leave = useMutation({ mutationFn: signOut })
  const name = session.operator?.name ?? session.merchant?.name ?? ''
  const role = session.operator?.role ?? 'merchant portal'
  return (
    <Menu
      variant="subtle"
      aria-label={`Account of ${name}`}
      label={
        <>
          <PersonIcon />
          <span className={classes.name}>{name}</span>
        </>
      }
    >
      <MenuLabel>
        {name}, {role}
      </MenuLabel>
      <MenuItem onClick={() => leave.mutate('here')}>Sign out</MenuItem>
      <MenuItem onClick={() => leave.mutate('everywhere')}>Sign out everywhere</MenuItem>
      <MenuLabel>Version {session.version}</MenuLabel>
    </Menu>
  )
}
