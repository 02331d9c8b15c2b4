import { useState } from 'react'
import { api, bodyOf } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useToast } from '../../components/toasts.tsx'
import { useMay } from '../../session/may.tsx'
import { GraceField } from './grace-field.tsx'
import { phaseOf } from './key-state.tsx'
import classes from './keys-card.module.css'
import { type Key, useRefreshMerchant } from './merchant-query.ts'

interface KeyActionsProps {
  merchantId: string
  apiKey: Key
  now: number
  onRotated: (apiKey: string) => void
}

const day = 86_400

export function KeyActions({ merchantId, apiKey, now, onRotated }: KeyActionsProps) {
  const { keyId, label, hint } = apiKey
  const [opened, setOpened] = useState<'rotate' | 'revoke' | null>(null)
  const [graceSeconds, setGrace] = useState(day)
  const may = useMay()
  const toast = useToast()
  const refresh = useRefreshMerchant(merchantId)
  const phase = phaseOf(apiKey, now)
  const params = { path: { merchantId, keyId } }
  const path = `/merchants/${merchantId}/keys/${keyId}`
  const name = `${label ?? 'Unnamed'} ····${hint}`
  const close = () => setOpened(null)
  const canRotate = phase === 'active' && may('rotateKey')
  const canRevoke = (phase === 'active' || phase === 'ending') && may('revokeKey')
  return (
    <span className={classes.actions}>
      {canRotate && (
        <Button size="xs" onClick={() => setOpened('rotate')}>
          Rotate key
        </Button>
      )}
      {canRevoke && (
        <Button size="xs" color="red" onClick={() => setOpened('revoke')}>
          Revoke key
        </Button>
      )}
      <ConfirmDialog
        opened={opened === 'rotate'}
        title="Rotate this key?"
        confirmLabel="Rotate key"
        onConfirm={async () => {
          const { apiKey: fresh } = await bodyOf(
            api.POST('/admin/v1/merchants/{merchantId}/keys/{keyId}/rotate', {
              params,
              body: { graceSeconds },
            }),
          )
          onRotated(fresh)
          await refresh()
        }}
        onClose={close}
        command={{
          method: 'POST',
          path: `${path}/rotate`,
          body: { graceSeconds },
          cli: `keys rotate ${merchantId} ${keyId} --grace-seconds ${graceSeconds}`,
        }}
      >
        <p>
          You get a new key in place of <strong>{name}</strong>.
        </p>
        <GraceField what="key" value={graceSeconds} onChange={setGrace} />
      </ConfirmDialog>
      <ConfirmDialog
        opened={opened === 'revoke'}
        title="Revoke this key?"
        confirmLabel="Revoke key"
        isDanger
        onConfirm={async () => {
          await api.DELETE('/admin/v1/merchants/{merchantId}/keys/{keyId}', { params })
          await refresh()
          toast('The key is revoked')
        }}
        onClose={close}
        command={{ method: 'DELETE', path, cli: `keys revoke ${merchantId} ${keyId}` }}
      >
        <p>
          <strong>{name}</strong> stops working at once, and calls that use it are refused. This cannot be
          undone.
        </p>
      </ConfirmDialog>
    </span>
  )
}
