import { api } from '../../api/client.ts'
import type { Merchant } from './merchant-query.ts'
import { MerchantSwitch } from './merchant-switch.tsx'

export function SuspendButton({ merchant }: { merchant: Merchant }) {
  const { merchantId, name, suspended } = merchant
  const action = suspended ? 'resume' : 'suspend'
  const label = suspended ? 'Resume' : 'Suspend'
  const body = {}
  return (
    <MerchantSwitch
      merchantId={merchantId}
      needs={`${action}Merchant`}
      label={label}
      isStopping={!suspended}
      question={`${label} ${name}?`}
      explanation={
        suspended
          ? 'Its keys work again at once.'
          : 'Its keys can still read, but no longer take payments, capture, refund or change anything. Events and callbacks of payments under way go on.'
      }
      done={suspended ? `${name} is active again` : `${name} is suspended`}
      send={() => {
        const params = { path: { merchantId } }
        return api.POST(`/admin/v1/merchants/{merchantId}/${action}`, { params, body })
      }}
      command={{
        method: 'POST',
        path: `/merchants/${merchantId}/${action}`,
        body,
        cli: `merchants ${action} ${merchantId}`,
      }}
    />
  )
}
