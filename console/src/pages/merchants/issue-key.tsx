import { useState } from 'react'
import { command } from '../../api/command.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { DialogButton } from '../../components/dialog-button.tsx'
import { TextInput } from '../../components/fields.tsx'
import { useMerchantName } from '../../session/merchant-names.ts'
import { useSignedIn } from '../../session/session.ts'
import { useRefreshMerchant } from './merchant-query.ts'

interface IssueKeyProps {
  merchantId: string
  onIssued: (apiKey: string) => void
}

export function IssueKey(props: IssueKeyProps) {
  return (
    <DialogButton size="xs" label="New key">
      {onClose => <IssueKeyDialog {...props} onClose={onClose} />}
    </DialogButton>
  )
}

function IssueKeyDialog({ merchantId, onIssued, onClose }: IssueKeyProps & { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const refresh = useRefreshMerchant(merchantId)
  const { kind } = useSignedIn()
  const merchantName = useMerchantName()
  const label = typed.trim()
  return (
    <ConfirmDialog
      title="New API key"
      confirmLabel="Create key"
      command={command('post', '/admin/v1/merchants/{merchantId}/keys', {
        path: { merchantId },
        body: label ? { label } : {},
      })}
      onDone={async ({ apiKey }) => {
        onIssued(apiKey)
        await refresh()
      }}
      onClose={onClose}
    >
      {kind === 'operator' && (
        <p>
          For <strong>{merchantName(merchantId)}</strong>. It can also create one itself, in its portal under
          Settings.
        </p>
      )}
      <p>Several keys can be valid at once: with one key per server, each is easy to replace.</p>
      <TextInput
        label="Label"
        description="Distinguishes it from other keys"
        placeholder="checkout server"
        maxLength={100}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        data-autofocus
      />
    </ConfirmDialog>
  )
}
