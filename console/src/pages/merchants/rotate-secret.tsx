import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { api, bodyOf } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { GraceField } from './grace-field.tsx'
import { useRefreshMerchant } from './merchant-query.ts'

interface RotateSecretProps {
  merchantId: string
  onRotated: (secret: string) => void
}

export function RotateSecret({ merchantId, onRotated }: RotateSecretProps) {
  const [opened, dialog] = useDisclosure()
  const [graceSeconds, setGrace] = useState(86_400)
  const refresh = useRefreshMerchant(merchantId)
  return (
    <>
      <Button onClick={dialog.open}>Rotate secret</Button>
      <ConfirmDialog
        opened={opened}
        title="Rotate the signing secret?"
        confirmLabel="Rotate secret"
        onConfirm={async () => {
          const params = { path: { merchantId } }
          const { signingSecret } = await bodyOf(
            api.POST('/admin/v1/merchants/{merchantId}/callback/rotate-secret', {
              params,
              body: { graceSeconds },
            }),
          )
          onRotated(signingSecret)
          await refresh()
        }}
        onClose={dialog.close}
        command={{
          method: 'POST',
          path: `/merchants/${merchantId}/callback/rotate-secret`,
          body: { graceSeconds },
          cli: `callback rotate-secret ${merchantId} --grace-seconds ${graceSeconds}`,
        }}
      >
        <p>Callbacks are signed with a new secret at once.</p>
        <GraceField what="secret" value={graceSeconds} onChange={setGrace} />
      </ConfirmDialog>
    </>
  )
}
