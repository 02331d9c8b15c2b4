import { systemClock } from '../clock.ts'
import { openCallbackSecrets, sealedCallbackSecrets } from '../merchants/callback-settings.sql.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { CommandFault, type Context } from './context.ts'
import { withSealedDatabase } from './database.ts'
import { findOldestMerchant } from './up/demo-merchant.sql.ts'

/**
 * The API shows a secret only once. With the database and the encryption key, it can be read again, just as the service
 * does for signing.
 */
export async function readSigningSecret(context: Context, merchantId?: string): Promise<string> {
  return await withSealedDatabase(context, async (db, keys) => {
    const merchant = merchantId ? await findMerchant(db, merchantId) : await findOldestMerchant(db)
    if (!merchant) {
      throw new CommandFault(merchantId ? `There is no merchant ${merchantId}.` : noMerchant)
    }
    const sealed = await sealedCallbackSecrets(db, merchant.merchantId, systemClock.now())
    const [secret] = openCallbackSecrets(keys, merchant.merchantId, sealed)
    if (!secret)
      throw new CommandFault(
        `There is no signing secret: svcpay api POST /merchants/${merchant.merchantId}/callback/rotate-secret creates one.`,
      )
    return secret
  })
}

export const noMerchant = 'There is no merchant yet: svcpay merchants create adds one.'
