import { systemClock } from '../clock.ts'
import { readEncryptionRing } from '../config.ts'
import type { KeyRing } from '../crypto.ts'
import { openCallbackSecrets, sealedCallbackSecrets } from '../merchants/callback-settings.sql.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { dataDirOf } from './access.ts'
import { CommandFault, type Context } from './context.ts'
import { withDatabase } from './database.ts'
import { findKeptSecret, withDefaults } from './secrets.ts'
import { findOldestMerchant } from './up/demo-merchant.sql.ts'

/**
 * The API shows a secret only once. With the database and the encryption key it can be read again, as the service
 * itself does to sign.
 */
export async function readSigningSecret(context: Context, merchantId?: string): Promise<string> {
  const keys = encryptionKeysOf(context)
  return await withDatabase(context, async db => {
    const merchant = merchantId ? await findMerchant(db, merchantId) : await findOldestMerchant(db)
    if (!merchant) {
      throw new CommandFault(merchantId ? `There is no merchant ${merchantId}.` : noMerchant)
    }
    const sealed = await sealedCallbackSecrets(db, merchant.merchantId, systemClock.now())
    const [secret] = openCallbackSecrets(keys, merchant.merchantId, sealed)
    if (!secret)
      throw new CommandFault('There is no signing secret: svcpay callback rotate-secret makes one.')
    return secret
  })
}

export const noMerchant = 'There is no merchant yet: svcpay merchants create makes one.'

/** From the environment, completed by the data dir of `svcpay up` as the service does it. */
export function encryptionKeysOf(context: Context): KeyRing {
  const kept = () => findKeptSecret(dataDirOf(context), 'encryption-key')
  return readEncryptionRing(withDefaults(context.env, { SVC_ENCRYPTION_KEY: kept }))
}
