import { useState } from 'react'
import { choices } from '../../api/choices.ts'
import type { Answer } from '../../api/client.ts'
import { command } from '../../api/command.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { DialogButton } from '../../components/dialog-button.tsx'
import { NativeSelect, TextInput } from '../../components/fields.tsx'
import { SecretOnce } from '../../components/secret-once.tsx'
import { useRefreshOperators } from './activity-query.ts'

const roles = choices.addOperator.role
type Role = (typeof roles)[number]

const meanings: Readonly<Record<Role, string>> = {
  viewer: 'Viewer: can only read',
  support: 'Support: can also redeliver, capture, refund and cancel',
  admin: 'Admin: can do everything',
}

type Added = Answer<'addOperator'>

export function AddOperator() {
  const [added, setAdded] = useState<Added | null>(null)
  return (
    <>
      <DialogButton variant="filled" label="Add operator">
        {onClose => <AddOperatorDialog onAdded={setAdded} onClose={onClose} />}
      </DialogButton>
      {added && (
        <SecretOnce
          title={`${added.name}’s token`}
          lead="Send it over a secure channel: anyone who has it can sign in with it."
          secrets={[{ name: 'Operator token', value: added.token }]}
          onClose={() => setAdded(null)}
        />
      )}
    </>
  )
}

interface AddOperatorDialogProps {
  onAdded: (added: Added) => void
  onClose: () => void
}

function AddOperatorDialog({ onAdded, onClose }: AddOperatorDialogProps) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const refresh = useRefreshOperators()
  const body = { name: name.trim(), role }
  return (
    <ConfirmDialog
      title="Add an operator"
      confirmLabel="Add operator"
      isDisabled={body.name === ''}
      command={command('post', '/admin/v1/operators', {
        body,
      })}
      onDone={async added => {
        onAdded(added)
        await refresh()
      }}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="Appears in the audit log with everything this person does"
        placeholder="Ana"
        maxLength={100}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        data-autofocus
      />
      <NativeSelect
        label="Role"
        value={role}
        onChange={event => setRole(roles.find(known => known === event.currentTarget.value) ?? 'viewer')}
        data={roles.map(value => ({ value, label: meanings[value] }))}
      />
    </ConfirmDialog>
  )
}
