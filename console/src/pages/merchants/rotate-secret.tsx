import { useState } from 'react'
import { command } from '../../api/command.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { DialogButton } from '../../components/dialog-button.tsx'
import { useMerchantName } from '../../session/merchant-names.ts'
import { useSignedIn } from '../../session/session.ts'
import { GraceField } from './grace-field.tsx'
import { useRefreshMerchant } from './merchant-query.ts'

interface RotateSecretProps {
  merchantId: string
  onRotated: (secret: string) => void
}

export function RotateSecret(props: RotateSecretProps) {
  return (
    <DialogButton label="Rotate secret">
      {onClose => <RotateSecretDialog {...props} onClose={onClose} />}
    </DialogButton>
  )
}

function RotateSecretDialog({ merchantId, onRotated, onClose }: RotateSecretProps & { onClose: () => void }) {
  const [graceSeconds, setGrace] = useState<number | null>(null)
  const refresh = useRefreshMerchant(merchantId)
  const { kind } = useSignedIn()
  const merchantName = useMerchantName()
  return (
    <ConfirmDialog
      title="Rotate the signing secret?"
      confirmLabel="Rotate secret"
      isDisabled={graceSeconds === null}
      command={command('post', '/admin/v1/merchants/{merchantId}/callback/rotate-secret', {
        path: { merchantId },
        body: graceSeconds === null ? {} : { graceSeconds },
      })}
      onDone={async ({ signingSecret }) => {
        onRotated(signingSecret)
        await refresh()
      }}
      onClose={onClose}
    >
      <p>
        Callbacks
        {kind === 'operator' && (
          <>
            {' '}
            to <strong>{merchantName(merchantId)}</strong>
          </>
        )}{' '}
        are signed with a new secret at once.
      </p>
      <GraceField what="secret" value={graceSeconds} onChange={setGrace} />
    </ConfirmDialog>
  )
}
