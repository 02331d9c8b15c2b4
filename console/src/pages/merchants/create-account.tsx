import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { api, bodyOf } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { TextInput } from '../../components/fields.tsx'
import { useToast } from '../../components/toasts.tsx'
import { useRefreshMerchant } from './merchant-query.ts'

/** At the merchant's active processor, or at another. */
export function CreateAccount({ merchantId, processor }: { merchantId: string; processor?: string }) {
  const [opened, dialog] = useDisclosure()
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
    <>
      <Button size="xs" variant="filled" onClick={dialog.open}>
        Create account
      </Button>
      <ConfirmDialog
        opened={opened}
        title={processor ? `Create the merchant’s account at ${processor}` : 'Create the merchant’s account'}
        confirmLabel="Create account"
        isDisabled={!isCountry}
        onConfirm={async () => {
          const params = { path: { merchantId } }
          await bodyOf(api.POST('/admin/v1/merchants/{merchantId}/account', { params, body }))
          await refresh()
          toast('The account was created. Now send the onboarding link.')
        }}
        onClose={dialog.close}
        command={{ method: 'POST', path: `/merchants/${merchantId}/account`, body }}
      >
        <p>The processor opens an account in the merchant’s name. Its onboarding page asks for the rest.</p>
        <TextInput
          label="Email"
          description="Prefills the onboarding page"
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
    </>
  )
}
