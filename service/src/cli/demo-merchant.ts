import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { createMerchant } from '../merchants/manage-merchants.ts'
import { listMerchants } from '../merchants/merchants.sql.ts'

export interface Demo {
  /** The key itself on the first run only; later the file that keeps it, if it is still there. */
  apiKey: string | null
  keyFile: string | null
}

/** On the first run there is a merchant to try things with. */
export async function ensureDemoMerchant(db: Db, config: Config, dataDir: string): Promise<Demo> {
  const keyFile = join(dataDir, 'demo-api-key')
  const [anyMerchant] = await listMerchants(db, { before: null, limit: 1 })
  if (anyMerchant) return { apiKey: null, keyFile: existsSync(keyFile) ? keyFile : null }
  const deps = {
    db,
    clock: systemClock,
    encryptionKey: config.encryptionKey,
    allowPrivateCallbacks: config.callbacks.allowPrivate,
  }
  const actor = { name: 'svcpay up', traceId: 'first-run' }
  const { apiKey } = await createMerchant(deps, actor, { name: 'Demo Merchant' })
  writeFileSync(keyFile, `${apiKey}\n`, { mode: 0o600 })
  return { apiKey, keyFile }
}
