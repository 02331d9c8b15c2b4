import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { PersonIcon } from '../components/icons.tsx'
import { type Session, signOut } from '../session/session.ts'
import classes from './account-menu.module.css'

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
