import { systemClock } from 'svcpay/dist/clock.js'
import { recordAccount } from 'svcpay/dist/merchants/accounts.sql.js'
import { createMerchant } from 'svcpay/dist/merchants/create-merchant.js'
import { secrets } from './service.js'

const actor = { name: 'bench', operatorId: null, note: null, address: null, traceId: 'bench' }
const encryptionKeys = [{ id: 'default', key: secrets.encryptionKey }]

/**
 * Adds merchants that can take payments. With a receiver's URL, each has a callback URL of its own there.
 * @param {{ receiverUrl?: string | null, processor?: string }} options
 */
export async function addMerchants(db, count, options = {}) {
  const { receiverUrl = null, processor = 'stripe' } = options
  const deps = { db, clock: systemClock, encryptionKeys, callbackTargets: { allowPrivate: true, deny: [] } }
  const merchants = []
  for (let i = 0; i < count; i++) {
    const callbackUrl = receiverUrl && `${receiverUrl}/merchants/${i}`
    const { merchantId, apiKey } = await createMerchant(deps, actor, { name: `Merchant ${i}`, callbackUrl })
    const accountId = `acct_${merchantId}`
    await recordAccount(db, merchantId, processor, enabledAccount(accountId), systemClock.now())
    merchants.push({ merchantId, apiKey, accountId, callbackUrl })
  }
  return merchants
}

const enabledAccount = accountId => ({
  accountId,
  chargesEnabled: true,
  payoutsEnabled: true,
  detailsSubmitted: true,
  disabledReason: null,
  pastDue: false,
  currentlyDue: [],
})
