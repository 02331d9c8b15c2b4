import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api } from '../../api/client.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useToast } from '../../components/toasts.tsx'
import { useMay } from '../../session/may.tsx'
import { type Merchant, useRefreshMerchant } from './merchant-query.ts'

export function SuspendButton({ merchant }: { merchant: Merchant }) {
  const { merchantId, name, suspended } = merchant
  const [opened, dialog] = useDisclosure()
  const may = useMay()
  const toast = useToast()
  const refresh = useRefreshMerchant(merchantId)
  if (!may(suspended ? 'resumeMerchant' : 'suspendMerchant')) return null
  const action = suspended ? 'resume' : 'suspend'
  const label = suspended ? 'Resume' : 'Suspend'
  return (
    <>
      <Button color={suspended ? undefined : 'red'} onClick={dialog.open}>
        {label}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={`${label} ${name}?`}
        confirmLabel={label}
        isDanger={!suspended}
        onConfirm={async () => {
          const params = { path: { merchantId } }
          await api.POST(`/admin/v1/merchants/{merchantId}/${action}`, { params, body: {} })
          // Not awaited: the dialog's text would change while it closes.
          void refresh()
          toast(suspended ? `${name} is active again` : `${name} is suspended`)
        }}
        onClose={dialog.close}
        command={{
          method: 'POST',
          path: `/merchants/${merchantId}/${action}`,
          body: {},
          cli: `merchants ${action} ${merchantId}`,
        }}
      >
        <p>
          {suspended
            ? 'Its keys work again at once.'
            : 'Its keys can still read, but no longer take payments, capture, refund or change anything. Events and callbacks of payments under way go on.'}
        </p>
      </ConfirmDialog>
    </>
  )
}
