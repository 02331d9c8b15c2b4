import { Page } from '../../components/page.tsx'
import layout from '../../components/stack.module.css'
import { useSignedIn } from '../../session/session.ts'
import { CallbackCard } from './callback-card.tsx'
import { KeysCard } from './keys-card.tsx'
import { useMerchant } from './merchant-query.ts'
import classes from './merchants.module.css'
import { MerchantBadge } from './merchants-page.tsx'

/** A merchant's own keys and callback settings, in its portal. */
export function SettingsPage() {
  const { merchant: own } = useSignedIn()
  const merchantId = own?.merchantId ?? ''
  const { data: merchant } = useMerchant(merchantId)
  return (
    <Page
      title="Settings"
      lead="API keys, and where your server receives events"
      badge={merchant && <MerchantBadge merchant={merchant} />}
    >
      {merchant?.suspended && (
        <p className={classes.suspended}>
          <strong>Suspended.</strong> You can look at everything, but change nothing. Ask your platform.
        </p>
      )}
      <div className={layout.columns}>
        <KeysCard merchantId={merchantId} />
        <CallbackCard merchantId={merchantId} />
      </div>
    </Page>
  )
}
