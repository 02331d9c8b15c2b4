import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { api, bodyOf } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { quoted } from '../../components/copy-as.tsx'
import { TextInput } from '../../components/fields.tsx'
import { useRefreshMerchant } from './merchant-query.ts'

interface IssueKeyProps {
  merchantId: string
  onIssued: (apiKey: string) => void
}

export function IssueKey({ merchantId, onIssued }: IssueKeyProps) {
  const [opened, dialog] = useDisclosure()
  const [label, setLabel] = useState('')
  const refresh = useRefreshMerchant(merchantId)
  const body = label.trim() ? { label: label.trim() } : {}
  return (
    <>
      <Button size="xs" onClick={dialog.open}>
        New key
      </Button>
      <ConfirmDialog
        opened={opened}
        title="New API key"
        confirmLabel="Create key"
        onConfirm={async () => {
          const params = { path: { merchantId } }
          const issued = await bodyOf(api.POST('/admin/v1/merchants/{merchantId}/keys', { params, body }))
          setLabel('')
          onIssued(issued.apiKey)
          await refresh()
        }}
        onClose={dialog.close}
        command={{
          method: 'POST',
          path: `/merchants/${merchantId}/keys`,
          body,
          cli: `keys issue ${merchantId}${label.trim() && ` --label ${quoted(label.trim())}`}`,
        }}
      >
        <p>Several keys can be valid at once: one for each server makes it easy to replace one.</p>
        <TextInput
          label="Label"
          description="To tell it from the others"
          placeholder="checkout server"
          maxLength={100}
          value={label}
          onChange={event => setLabel(event.currentTarget.value)}
          data-autofocus
        />
      </ConfirmDialog>
    </>
  )
}
