import { useState } from 'react'
import { command } from '../../api/command.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { DialogButton } from '../../components/dialog-button.tsx'
import { TextInput } from '../../components/fields.tsx'
import { useToast } from '../../components/toasts.tsx'
import { useRefreshMerchant } from './merchant-query.ts'

interface CreateAccountProps {
  merchantId: string
  processor?: string
}

/** Creates an account at the merchant's active processor, or at another one. */
export function CreateAccount(props: CreateAccountProps) {
  return (
    <DialogButton size="xs" variant="filled" label="Create account">
      {onClose => <CreateAccountDialog {...props} onClose={onClose} />}
    </DialogButton>
  )
}

function CreateAccountDialog({
  merchantId,
  processor,
  onClose,
}: CreateAccountProps & { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [country, setCountry] = useState('US')
  const refresh = useRefreshMerchant(merchantId)
  const toast = useToast()
  const isCountry = /^[A-Za-z]{2}$/.test(country.trim())
  const body = {
    ...(email.trim() && { email: email.trim() }),
    country: country.trim().toUpperCase(),
    ...(processor && { processor }),
  }
  return (
    <ConfirmDialog
      title={processor ? `Create the merchant’s account at ${processor}` : 'Create the merchant’s account'}
      confirmLabel="Create account"
      isDisabled={!isCountry}
      command={command('post', '/admin/v1/merchants/{merchantId}/account', { path: { merchantId }, body })}
      onDone={async () => {
        await refresh()
        toast('The account was created. Next, give the merchant its onboarding link.')
      }}
      onClose={onClose}
    >
      <p>The processor opens an account in the merchant’s name. Its onboarding page asks for the rest.</p>
      <TextInput
        label="Email"
        description="Optional. The merchant finds it filled in on the processor’s onboarding page"
        type="email"
        placeholder="owner@bakery.example"
        value={email}
        onChange={event => setEmail(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label="Country"
        description="Two letters; it cannot be changed later"
        maxLength={2}
        value={country}
        onChange={event => setCountry(event.currentTarget.value)}
        error={!isCountry && 'Two letters, such as US or DE'}
      />
    </ConfirmDialog>
  )
}
