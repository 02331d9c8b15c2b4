import { randomUUID } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { createSandboxClient } from '../../console/sandbox/sandbox-client.ts'
import type { Db } from '../../db/db.ts'
import type { MerchantId } from '../../ids.ts'
import { findAccount, recordAccount, updateAccount } from '../../merchants/accounts.sql.ts'
import { createMerchant } from '../../merchants/create-merchant.ts'
import { isGone } from '../../processors/outcomes.ts'
import type { Processor } from '../../processors/port.ts'
import type { RunningServer } from '../../server.ts'
import { findDemoMerchant, findOldestMerchant, firstRun, forgetAccount } from './demo-merchant.sql.ts'

export interface Demo {
  /** The key itself on the first run only; later the file that keeps it, if it is still there. */
  apiKey: string | null
  keyFile: string | null
}

/** Creates a merchant to try things with on the first run, and makes sure at every start that it can take payments. */
export async function ensureDemoMerchant(
  { db, processors }: Pick<RunningServer, 'db' | 'processors'>,
  config: Config,
  dataDir: string,
): Promise<Demo> {
  const keyFile = join(dataDir, 'demo-api-key')
  const processor = processors.get(config.processors[0].name)
  if (await findOldestMerchant(db)) {
    const merchantId = await findDemoMerchant(db)
    if (merchantId) await ensureConnected(db, processor, config, merchantId)
    return { apiKey: null, keyFile: existsSync(keyFile) ? keyFile : null }
  }
  const { encryptionKeys, callbacks: callbackTargets } = config
  const deps = { db, clock: systemClock, encryptionKeys, callbackTargets }
  const { apiKey, merchantId } = await createMerchant(deps, firstRun, { name: 'Demo Merchant' })
  writeFileSync(keyFile, `${apiKey}\n`, { mode: 0o600 })
  await ensureConnected(db, processor, config, merchantId)
  return { apiKey, keyFile }
}

/**
 * In the sandbox, so that the first payment can be made at once; at Stripe a person has to onboard. A first run may
 * have died before it came to this, and a sandbox that was reset does not know the account any more.
 */
async function ensureConnected(
  db: Db,
  processor: Processor | undefined,
  config: Config,
  merchantId: MerchantId,
): Promise<void> {
  if (processor?.name !== 'sandbox') return
  const known = await findAccount(db, merchantId, processor.name)
  if (known) {
    if (!isGone(await processor.readAccount(known.accountId))) return
    await forgetAccount(db, merchantId, known)
  }
  const account = { email: null, country: 'US', name: 'Demo Merchant' }
  const outcome = await processor.createAccount(`demo-${randomUUID()}`, account)
  if (outcome.kind !== 'done') throw new Error('the sandbox did not create the demo account')
  await recordAccount(db, merchantId, processor.name, outcome.value, systemClock.now())
  // fills in the sandbox's onboarding form, so that the merchant is in good standing
  const { accountId } = outcome.value
  const [{ apiBase, secretKey }] = config.processors
  const sandbox = createSandboxClient(apiBase ?? '', secretKey)
  await sandbox.control('POST', `accounts/${accountId}/onboarding`, { outcome: 'complete' })
  // the sandbox's event reports the same, but may arrive after the banner
  const recorded = await findAccount(db, merchantId, processor.name)
  const standing = await processor.readAccount(accountId)
  if (recorded && standing.kind === 'done')
    await updateAccount(db, merchantId, recorded, standing.value, systemClock.now())
}
