import { command } from '../../api/command.ts'
import type { Merchant } from './merchant-query.ts'
import { MerchantSwitch } from './merchant-switch.tsx'

interface AccountSwitchProps {
  merchant: Merchant
  account: Merchant['accounts'][number]
}

/** Stops or resumes an account's new payments. */
export function AccountSwitch({ merchant, account }: AccountSwitchProps) {
  const { merchantId, name } = merchant
  const { processor, disabled } = account
  const label = disabled ? 'Enable' : 'Disable'
  const which = `${label} the account at ${processor}`
  return (
    <MerchantSwitch
      merchantId={merchantId}
      needs="changeMerchantAccount"
      size="xs"
      label={label}
      aria-label={which}
      isStopping={!disabled}
      question={`${which}?`}
      explanation={
        <p>
          {disabled
            ? `${name} takes new payments there again at once.`
            : `${name} takes no new payments there. Captures, refunds, events and callbacks of existing payments continue.`}
        </p>
      }
      instead="Enabling the account undoes this at once. If you suspect fraud, suspend the merchant instead: only operators can then capture and refund its payments."
      done={`The account at ${processor} is ${label.toLowerCase()}d`}
      command={command('patch', '/admin/v1/merchants/{merchantId}/account', {
        path: { merchantId },
        body: { processor, disabled: !disabled },
      })}
    />
  )
}
