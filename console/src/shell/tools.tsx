import {
  ActionIcon,
  Button,
  Menu,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { MoonIcon, PersonIcon, SunIcon } from '../components/icons.tsx'
import { useLiveState } from '../live/live.tsx'
import { type Session, signOut } from '../session/session.ts'
import classes from './tools.module.css'

const liveTexts = {
  connecting: ['Connecting…', 'Connecting to the service’s stream'],
  live: ['Connected', 'Changes appear by themselves'],
  polling: ['Reconnecting…', 'The stream is not available; the page refreshes every five seconds'],
} as const

export function LiveState() {
  const state = useLiveState()
  const [label, explanation] = liveTexts[state]
  return (
    <Tooltip label={explanation}>
      <span className={classes.state} data-state={state} role="status">
        {label}
      </span>
    </Tooltip>
  )
}

export function ColorSchemeButton() {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const label = isDark ? 'Use light colors' : 'Use dark colors'
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={label}
        onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
      >
        {isDark ? <SunIcon /> : <MoonIcon />}
      </ActionIcon>
    </Tooltip>
  )
}

export function AccountMenu({ session }: { session: Session }) {
  const leave = useMutation({ mutationFn: signOut })
  const name = session.operator?.name ?? session.merchant?.name ?? ''
  const role = session.operator?.role ?? 'merchant portal'
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="subtle" aria-label={`Account of ${name}`} className={classes.button}>
          <PersonIcon />
          <span className={classes.name}>{name}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {name}, {role}
        </Menu.Label>
        <Menu.Item onClick={() => leave.mutate('here')}>Sign out</Menu.Item>
        <Menu.Item onClick={() => leave.mutate('everywhere')}>Sign out everywhere</Menu.Item>
        <Menu.Divider />
        <Menu.Label>Version {session.version}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}
