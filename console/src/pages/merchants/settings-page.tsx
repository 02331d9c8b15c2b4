import { Page } from '../../components/page.tsx'
import layout from '../../components/stack.module.css'
import { useSignedIn } from '../../session/session.ts'
import { EndpointNote } from '../callbacks/endpoint-note.tsx'
import { CallbackCard } from './callback-card.tsx'
import { DeadLettersCard } from './dead-letters-card.tsx'
import { KeysCard } from './keys-card.tsx'
import { useMerchant } from './merchant-query.ts'
import { OnboardingCard } from './onboarding-card.tsx'
import { OwnStop } from './own-stop.tsx'
import { ReadersCard } from './readers-card.tsx'

/** A merchant's own keys and callback settings, in its portal. */
export function SettingsPage() {
  const { merchant: own } = useSignedIn()
  const merchantId = own?.merchantId ?? ''
  const { data: merchant } = useMerchant(merchantId)
  return (
    <Page title="Settings" lead="API keys, and where your server receives events">
      {merchant && <OwnStop merchant={merchant} />}
      <EndpointNote merchantId={merchantId} />
      <div className={layout.columns}>
        <div className={layout.column}>
          <KeysCard merchantId={merchantId} />
          <ReadersCard merchantId={merchantId} />
        </div>
        <div className={layout.column}>
          <CallbackCard merchantId={merchantId} />
          <DeadLettersCard merchantId={merchantId} />
          {merchant && <OnboardingCard merchant={merchant} />}
        </div>
      </div>
    </Page>
  )
}
