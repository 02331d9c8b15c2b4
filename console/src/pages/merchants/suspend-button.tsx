import { command } from '../../api/command.ts'
import type { Merchant } from './merchant-query.ts'
import { MerchantSwitch } from './merchant-switch.tsx'
import { SuspensionEffects } from './suspension-effects.tsx'

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
      explanation={suspended ? <p>Its keys and its portal work again at once.</p> : <SuspensionEffects />}
      instead="If you suspect fraud, suspend. To stop only new payments at one account, disable that account instead. Resuming the merchant undoes this at once."
      done={suspended ? `${name} is active again` : `${name} is suspended`}
      command={command('post', `/admin/v1/merchants/{merchantId}/${action}`, {
        path: { merchantId },
        body: {},
      })}
    />
  )
}
