import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api, bodyOf } from '../../api/client.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useToast } from '../../components/toasts.tsx'
import { useMay } from '../../session/may.tsx'
import { type Merchant, useRefreshMerchant } from './merchant-query.ts'

interface AccountSwitchProps {
  merchant: Merchant
  account: Merchant['accounts'][number]
}

/** Has an account take no new payments, or take them again. */
export function AccountSwitch({ merchant, account }: AccountSwitchProps) {
  const { merchantId, name } = merchant
  const { processor, disabled } = account
  const [opened, dialog] = useDisclosure()
  const may = useMay()
  const toast = useToast()
  const refresh = useRefreshMerchant(merchantId)
  if (!may(disabled ? 'enableMerchantAccount' : 'disableMerchantAccount')) return null
  const action = disabled ? 'enable' : 'disable'
  const label = disabled ? 'Enable' : 'Disable'
  return (
    <>
      <Button
        size="xs"
        color={disabled ? undefined : 'red'}
        aria-label={`${label} the account at ${processor}`}
        onClick={dialog.open}
      >
        {label}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={`${label} the account at ${processor}?`}
        confirmLabel={label}
        isDanger={!disabled}
        onConfirm={async () => {
          const options = { params: { path: { merchantId } }, body: { processor } }
          await bodyOf(api.POST(`/admin/v1/merchants/{merchantId}/account/${action}`, options))
          // Not awaited: the dialog's text would change while it closes.
          void refresh()
          toast(`The account at ${processor} is ${action}d`)
        }}
        onClose={dialog.close}
        command={{
          method: 'POST',
          path: `/merchants/${merchantId}/account/${action}`,
          body: { processor },
          cli: `merchants ${action}-account ${merchantId} --processor ${processor}`,
        }}
      >
        <p>
          {disabled
            ? `${name} takes new payments there again at once.`
            : `${name} takes no new payments there. Captures, refunds, events and callbacks of existing payments go on.`}
        </p>
      </ConfirmDialog>
    </>
  )
}
