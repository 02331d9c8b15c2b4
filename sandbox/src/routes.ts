import type { Route } from './api/route.ts'
import { applicationFeeRoutes } from './application-fees/routes.ts'
import { payoutRoutes } from './balance/payout-routes.ts'
import { balanceRoutes } from './balance/routes.ts'
import { chargeRoutes } from './charges/routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { accountLinkRoutes } from './connect/account-links.ts'
import { capabilityRoutes } from './connect/capability-routes.ts'
import { externalAccountRoutes } from './connect/external-account-routes.ts'
import { oauthRoutes } from './connect/oauth-routes.ts'
import { personRoutes } from './connect/person-routes.ts'
import { accountRoutes } from './connect/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { disputeRoutes } from './disputes/routes.ts'
import { eventRoutes } from './events/routes.ts'
import { paymentIntentRoutes } from './payment-intents/routes.ts'
import { paymentMethodRoutes } from './payment-methods/routes.ts'
import { tokenRoutes } from './payment-methods/token-routes.ts'
import { refundRoutes } from './refunds/routes.ts'
import { setupIntentRoutes } from './setup-intents/routes.ts'
import { locationRoutes } from './terminal/location-routes.ts'
import { readerRoutes } from './terminal/reader-routes.ts'
import { webhookEndpointRoutes } from './webhooks/endpoint-routes.ts'

/** Every operation of the API. */
export const routes: readonly Route[] = [
  ...paymentIntentRoutes,
  ...setupIntentRoutes,
  ...checkoutRoutes,
  ...paymentMethodRoutes,
  ...tokenRoutes,
  ...chargeRoutes,
  ...refundRoutes,
  ...applicationFeeRoutes,
  ...disputeRoutes,
  ...balanceRoutes,
  ...payoutRoutes,
  ...customerRoutes,
  ...accountRoutes,
  ...accountLinkRoutes,
  ...oauthRoutes,
  ...capabilityRoutes,
  ...personRoutes,
  ...externalAccountRoutes,
  ...locationRoutes,
  ...readerRoutes,
  ...eventRoutes,
  ...webhookEndpointRoutes,
]
