import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '../../api/client.ts'
import { command } from '../../api/command.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { DialogButton } from '../../components/dialog-button.tsx'
import { TextInput } from '../../components/fields.tsx'
import { SecretOnce } from '../../components/secret-once.tsx'
import { FeeFields } from './fee-fields.tsx'
import { bpsOf, fixedFeeOf } from './fees.ts'
import { useTestKeyNote } from './key-state.tsx'
import { useRefreshMerchant } from './merchant-query.ts'

type Created = Answer<'createMerchant'>

const blank = { name: '', percent: '', fixed: '', callbackUrl: '' }

export function NewMerchant() {
  const [created, setCreated] = useState<Created | null>(null)
  const navigate = useNavigate()
  const testKeyNote = useTestKeyNote()
  return (
    <>
      <DialogButton variant="filled" label="New merchant">
        {onClose => <NewMerchantDialog onCreated={setCreated} onClose={onClose} />}
      </DialogButton>
      {created && (
        <SecretOnce
          title={`${created.name} is ready`}
          lead={`Give these to the merchant’s developers over a secure channel. The key authenticates their calls, and the secret proves that a callback comes from us. ${testKeyNote}`}
          secrets={[
            { name: 'API key', value: created.apiKey },
            { name: 'Callback signing secret', value: created.callbackSigningSecret },
          ]}
          hint="The key cannot be shown again. “svcpay callback secret” prints the secret."
          onClose={() => {
            const { merchantId } = created
            setCreated(null)
            void navigate({ to: '/merchants/$merchantId', params: { merchantId } })
          }}
        />
      )}
    </>
  )
}

interface NewMerchantDialogProps {
  onCreated: (created: Created) => void
  onClose: () => void
}

function NewMerchantDialog({ onCreated, onClose }: NewMerchantDialogProps) {
  const [fields, setFields] = useState(blank)
  const refresh = useRefreshMerchant('')
  const set = (name: keyof typeof blank) => (value: string) => setFields({ ...fields, [name]: value })
  const feeBps = bpsOf(fields.percent)
  const feeFixedCents = fixedFeeOf(fields.fixed)
  const isValid = fields.name.trim() !== '' && feeBps !== undefined && feeFixedCents !== undefined
  const callbackUrl = fields.callbackUrl.trim()
  const body = {
    name: fields.name.trim(),
    ...(feeBps !== null && { feeBps }),
    ...(feeFixedCents !== null && { feeFixedCents }),
    ...(callbackUrl && { callbackUrl }),
  }
  return (
    <ConfirmDialog
      title="New merchant"
      confirmLabel="Create merchant"
      isDisabled={!isValid}
      command={command('post', '/admin/v1/merchants', {
        body,
      })}
      onDone={async created => {
        onCreated(created)
        await refresh()
      }}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        placeholder="Corner Bakery"
        maxLength={200}
        value={fields.name}
        onChange={event => set('name')(event.currentTarget.value)}
        data-autofocus
      />
      <FeeFields
        percent={fields.percent}
        fixed={fields.fixed}
        onPercent={set('percent')}
        onFixed={set('fixed')}
      />
      <TextInput
        label="Callback URL"
        description="Where its server receives events; can be set later"
        type="url"
        placeholder="https://bakery.example/callbacks"
        value={fields.callbackUrl}
        onChange={event => set('callbackUrl')(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
