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
  /** Set only on the first run. Later runs have only the file that stores the key, if it still exists. */
  apiKey: string | null
  keyFile: string | null
}

/** Creates a demo merchant on the first run, and makes sure at every start that it can take payments. */
export async function ensureDemoMerchant(
  { db, processors }: Pick<RunningServer, 'db' | 'processors'>,
  config: Config,
  dataDir: string,
): Promise<Demo> {
  const keyFile = join(dataDir, 'demo-api-key')
  const processor = processors.get(config.processors[0].name)
  if (await findOldestMerchant(db)) {
    const merchantId = await findDemoMerchant(db)
    if (merchantId) await ensureConnected(db, config, merchantId, processor)
    return { apiKey: null, keyFile: existsSync(keyFile) ? keyFile : null }
  }
  const { encryptionKeys, callbacks: callbackTargets } = config
  const deps = { db, clock: systemClock, encryptionKeys, callbackTargets }
  const { apiKey, merchantId } = await createMerchant(deps, firstRun, { name: 'Demo Merchant' })
  writeFileSync(keyFile, `${apiKey}\n`, { mode: 0o600 })
  await ensureConnected(db, config, merchantId, processor)
  return { apiKey, keyFile }
}

/**
 * Only in the sandbox, so that the first payment can be made at once; at Stripe, a person has to onboard. Runs at every
 * start, because a first run may have died before this, and a sandbox that was reset no longer knows the account.
 */
async function ensureConnected(db: Db, config: Config, merchantId: MerchantId, processor?: Processor) {
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
