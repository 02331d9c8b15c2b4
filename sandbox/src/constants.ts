import type Stripe from 'stripe'

export const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive'

/** The account the secret key belongs to, and the Connect application it runs. */
export const platformAccount = 'acct_1SandboxPlatform0'
export const application = 'ca_SandboxPlatformApplication000'

const day = 24 * 60 * 60
export const holdSeconds = 7 * day
export const terminalHoldSeconds = 2 * day
export const disputeResponseSeconds = 9 * day
