import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { api, bodyOf } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { quoted } from '../../components/copy-as.tsx'
import { NativeSelect, TextInput } from '../../components/fields.tsx'
import { SecretOnce } from '../../components/secret-once.tsx'
import { type Role, roles } from '../../session/permissions.ts'
import { useRefreshOperators } from './activity-query.ts'

const meanings: Readonly<Record<Role, string>> = {
  viewer: 'Viewer: reads',
  support: 'Support: also redelivers, captures, refunds, cancels',
  admin: 'Admin: everything',
}

export function AddOperator() {
  const [opened, dialog] = useDisclosure()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const [added, setAdded] = useState<{ name: string; token: string } | null>(null)
  const refresh = useRefreshOperators()
  const body = { name: name.trim(), role }
  return (
    <>
      <Button variant="filled" onClick={dialog.open}>
        Add operator
      </Button>
      <ConfirmDialog
        opened={opened}
        title="Add an operator"
        confirmLabel="Add operator"
        isDisabled={body.name === ''}
        onConfirm={async () => {
          setAdded(await bodyOf(api.POST('/admin/v1/operators', { body })))
          setName('')
          await refresh()
        }}
        onClose={dialog.close}
        command={{
          method: 'POST',
          path: '/operators',
          body,
          cli: `operators add ${quoted(body.name)} --role ${role}`,
        }}
      >
        <TextInput
          label="Name"
          description="Appears in the audit log beside everything this person does"
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
      <SecretOnce
        title={`Token of ${added?.name ?? ''}`}
        lead="Hand it over in a safe way: anyone who has it can sign in with it."
        secrets={added && [{ name: 'Operator token', value: added.token }]}
        onClose={() => setAdded(null)}
      />
    </>
  )
}
