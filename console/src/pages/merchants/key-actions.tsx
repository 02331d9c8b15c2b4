import { useState } from 'react'
import { command } from '../../api/command.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Countdown } from '../../components/countdown.tsx'
import { Note } from '../../components/notes.tsx'
import { useToast } from '../../components/toasts.tsx'
import { useMay } from '../../session/may.tsx'
import { useMerchantName, useWhose } from '../../session/merchant-names.ts'
import { useSignedIn } from '../../session/session.ts'
import { GraceField, graceText } from './grace-field.tsx'
import { isUsable, lastEndOf, phaseOf } from './key-state.tsx'
import classes from './keys-card.module.css'
import { type Key, useRefreshMerchant } from './merchant-query.ts'

export interface NewKey {
  apiKey: string
  /** What happens to the key that it replaces. */
  note: string
}

interface KeyActionsProps {
  merchantId: string
  apiKey: Key
  now: number
  /** The merchant's other usable keys. */
  others: readonly Key[]
  onRotated: (fresh: NewKey) => void
}

export function KeyActions({ merchantId, apiKey, now, others, onRotated }: KeyActionsProps) {
  const [opened, setOpened] = useState<'rotate' | 'revoke' | null>(null)
  const may = useMay()
  const phase = phaseOf(apiKey, now)
  const dialog = { merchantId, apiKey, onClose: () => setOpened(null) }
  return (
    <span className={classes.actions}>
      {phase === 'active' && may('rotateKey') && (
        <Button size="xs" onClick={() => setOpened('rotate')}>
          Rotate key
        </Button>
      )}
      {isUsable(apiKey, now) && may('revokeKey') && (
        <Button size="xs" color="red" onClick={() => setOpened('revoke')}>
          Revoke key
        </Button>
      )}
      {opened === 'rotate' && <RotateKeyDialog {...dialog} onRotated={onRotated} />}
      {opened === 'revoke' && <RevokeKeyDialog {...dialog} others={others} />}
    </span>
  )
}

interface KeyDialogProps extends Pick<KeyActionsProps, 'merchantId' | 'apiKey'> {
  onClose: () => void
}

/** Names the key and, for operators, its merchant. */
function KeyName({ merchantId, apiKey: { label, hint } }: Pick<KeyDialogProps, 'merchantId' | 'apiKey'>) {
  const { kind } = useSignedIn()
  const merchantName = useMerchantName()
  return (
    <strong>
      {label ?? 'Unnamed'} ····{hint}
      {kind === 'operator' && ` of ${merchantName(merchantId)}`}
    </strong>
  )
}

function RotateKeyDialog(props: KeyDialogProps & Pick<KeyActionsProps, 'onRotated'>) {
  const { merchantId, apiKey, onRotated, onClose } = props
  const { keyId } = apiKey
  const [graceSeconds, setGrace] = useState<number | null>(null)
  const refresh = useRefreshMerchant(merchantId)
  const { kind } = useSignedIn()
  return (
    <ConfirmDialog
      title="Rotate this key?"
      confirmLabel="Rotate key"
      isDisabled={graceSeconds === null}
      command={command('post', '/admin/v1/merchants/{merchantId}/keys/{keyId}/rotate', {
        path: { merchantId, keyId },
        body: graceSeconds === null ? {} : { graceSeconds },
      })}
      onDone={async ({ apiKey: fresh }) => {
        const old = `The old key ····${apiKey.hint}`
        const until = graceSeconds
          ? ` keeps working for ${graceText(graceSeconds)}.`
          : ' has stopped working.'
        onRotated({ apiKey: fresh, note: old + until })
        await refresh()
      }}
      onClose={onClose}
    >
      <p>
        You get a new key in place of <KeyName merchantId={merchantId} apiKey={apiKey} />.
      </p>
      {kind === 'operator' && <p>The merchant can also do this itself, in its portal under Settings.</p>}
      <GraceField what="key" value={graceSeconds} onChange={setGrace} />
    </ConfirmDialog>
  )
}

function RevokeKeyDialog({
  merchantId,
  apiKey,
  others,
  onClose,
}: KeyDialogProps & Pick<KeyActionsProps, 'others'>) {
  const { keyId } = apiKey
  const whose = useWhose()
  const toast = useToast()
  const refresh = useRefreshMerchant(merchantId)
  const lastEnd = lastEndOf(others)
  return (
    <ConfirmDialog
      title="Revoke this key?"
      confirmLabel="Revoke key"
      isDanger
      command={command('delete', '/admin/v1/merchants/{merchantId}/keys/{keyId}', {
        path: { merchantId, keyId },
      })}
      onDone={async () => {
        await refresh()
        toast('Key revoked')
      }}
      onClose={onClose}
    >
      <p>
        <KeyName merchantId={merchantId} apiKey={apiKey} /> stops working at once, and calls that use it are
        refused. This cannot be undone.
      </p>
      {(lastEnd || others.length === 0) && (
        <Note tone="bad">
          <strong>
            {lastEnd ? (
              <>
                The other valid key expires in <Countdown until={lastEnd} />.
              </>
            ) : (
              'This is the last valid key.'
            )}
          </strong>{' '}
          Without one, {whose} server cannot call the API. To replace the key, create a new one first.
        </Note>
      )}
    </ConfirmDialog>
  )
}
