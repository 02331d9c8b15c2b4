import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRunningEmbedded } from 'svcpay-embedded-database'
import { describe, expect, it } from 'vitest'
import { urlOf } from '../../../src/cli/database.ts'
import { openDb } from '../../../src/db/db.ts'
import { useUpInstance } from '../../support/up-instance.ts'
import { run } from '../in-process.ts'

const instance = useUpInstance({ isHere: true })
const sandboxUrl = () => /Sandbox +(http\S+)/.exec(instance.banner)?.[1] ?? ''

/** Creates a payment, pays it, and waits for the webhook. */
async function expectPayable(): Promise<void> {
  const env = {
    PORT: new URL(instance.url).port,
    SANDBOX_PORT: new URL(sandboxUrl()).port,
    SVC_DATA_DIR: instance.dataDir,
  }
  const { code, stdout, stderr } = await run(['trigger', 'payment_intent.succeeded'], env)
  expect([code, stderr]).toEqual([0, ''])
  const [paymentId] = /svcpay_\w+/.exec(stdout) ?? []
  const key = readFileSync(join(instance.dataDir, 'demo-api-key'), 'utf8').trim()
  const status = async () => {
    const response = await fetch(`${instance.url}/v1/payments/${paymentId}`, {
      headers: { 'x-api-key': key },
    })
    return ((await response.json()) as { status: string }).status
  }
  await expect.poll(status).toBe('succeeded')
}

async function startAgain(): Promise<void> {
  await instance.process.signal('SIGTERM')
  await instance.start()
}

async function demoMerchant() {
  const { stdout } = await instance.svcpay('merchants', 'list', '--json')
  return JSON.parse(stdout).data[0]
}

describe('the demo merchant can take payments after a start', () => {
  it('that is the first; it is onboarded', async () => {
    expect(await demoMerchant()).toMatchObject({ name: 'Demo Merchant', onboardingStatus: 'enabled' })
    await expectPayable()
  })

  it('that is not the first; it keeps its account', async () => {
    const account = async () => (await instance.svcpay('merchants', 'list', '--json')).stdout
    const before = await account()
    await startAgain()
    expect(await account()).toBe(before)
    await expectPayable()
  })

  it('on a reset sandbox', async () => {
    expect((await fetch(`${sandboxUrl()}/_sandbox/reset`, { method: 'POST' })).status).toBe(200)
    await startAgain()
    await expectPayable()
  })

  it('after a first start that died before it connected the merchant', async () => {
    const database = await findRunningEmbedded(instance.dataDir)
    if (!database) throw new Error('no database runs')
    const db = openDb(urlOf(database), { maxConnections: 1 })
    await db`delete from processor_accounts`
    await db.end()
    await startAgain()
    await expectPayable()
  })
})
