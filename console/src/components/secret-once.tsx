import { Button, Group, Modal, Stack } from '@mantine/core'
import { CopyIconButton } from './copyable.tsx'
import classes from './secret-once.module.css'

interface Secret {
  name: string
  value: string
}

interface SecretOnceProps {
  title: string
  /** Null while there is nothing to show. */
  secrets: readonly Secret[] | null
  /** What the secret is for and where to put it. */
  lead: string
  onClose: () => void
}

/** What the service tells this once. It is kept in the page's memory only, until the dialog is closed. */
export function SecretOnce({ title, secrets, lead, onClose }: SecretOnceProps) {
  return (
    <Modal
      opened={secrets !== null}
      onClose={onClose}
      title={<strong>{title}</strong>}
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={false}
      size="lg"
    >
      <Stack gap="md">
        <p>{lead}</p>
        {secrets?.map(({ name, value }) => (
          <div key={name} className={classes.secret}>
            <span>{name}</span>
            <div>
              <code>{value}</code>
              <CopyIconButton value={value} label={`Copy ${name}`} />
            </div>
          </div>
        ))}
        <Group justify="space-between">
          <span className={classes.hint}>It cannot be shown again.</span>
          <Button variant="filled" onClick={onClose}>
            I have saved it
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
