import { command } from '../../api/command.ts'
import type { Merchant } from './merchant-query.ts'
import { MerchantSwitch } from './merchant-switch.tsx'

export function SuspendButton({ merchant }: { merchant: Merchant }) {
  const { merchantId, name, suspended } = merchant
  const action = suspended ? 'resume' : 'suspend'
  const label = suspended ? 'Resume' : 'Suspend'
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
          : 'Its keys can still read, but no longer take payments, capture, refund or change anything. Events and callbacks of existing payments continue.'
      }
      instead="Resume undoes it at once. To stop only new payments, disable its processor account instead."
      done={suspended ? `${name} is active again` : `${name} is suspended`}
      command={command('post', `/admin/v1/merchants/{merchantId}/${action}`, {
        path: { merchantId },
        body: {},
      })}
    />
  )
}
