import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openPatroni } from './patroni.js'
import { thisRelease } from './world.js'

const run = promisify(execFile)
const fill = fileURLToPath(new URL('../../bench/fill.js', import.meta.url))
const program = fileURLToPath(new URL('../bin/svcpay.js', import.meta.url))

/**
 * Failovers, while processes are killed, the processor fails, receivers are slow, keys of every kind are rotated, old
 * details are removed and the books are compared. One API and one worker are never killed, to show their memory use
 * over time.
 */
export function openEverything(dir) {
  const patroni = openPatroni(dir)
  const found = []
  const startedAt = new Date()
  let finish = async () => {}

  return {
    ...patroni,
    // old data for retention to remove
    release: {
      ...thisRelease,
      prepare: url => run(process.execPath, [fill, '--payments', '2000', '--database', url]),
    },
    /** The receiver's delay before each answer. */
    slowMs: random => (random() < 0.02 ? 3000 : 0),
    isSpared: kept => kept.name === 'api 2',

    async chores(world, merchants, isOver) {
      const second = await world.addWorker()
      await second.run()
      const spared = [world.processes.apis[1], second]
      await rotateEncryptionKey(world, spared, isOver)
      say(await stateOf(world, spared))
      const retention = ['retention', '--older-than', '30d', '--yes']
      await untilDone('old details removed', () => svcpay(world, retention), isOver)
      do {
        for (const merchant of merchants)
          await untilDone('keys rotated', () => rotateKeys(world, merchant), isOver)
        await untilDone('books compared', () => reconcile(world, startedAt, merchants[0]), isOver)
        say(await stateOf(world, spared))
        await pause(10_000)
      } while (!isOver())
      finish = async () => {
        say(await stateOf(world, spared))
        for (const merchant of merchants) {
          const differences = await reconcile(world, startedAt, merchant)
          if (differences) found.push({ what: 'reconcile', merchantId: merchant.merchantId, differences })
        }
        await second.end()
      }
    },

    async report() {
      await patroni.report()
      await finish()
      return found
    },
  }
}

const say = text => console.log(`  ${new Date().toISOString().slice(11, 19)} ${text}`)

/** Repeats a chore until it succeeds: while the database is down, it fails. */
async function untilDone(what, work, isOver) {
  for (;;) {
    try {
      await work()
      return say(what)
    } catch (error) {
      if (isOver()) return say(`${what}: gave up (${error.message.split('\n')[0]})`)
      await pause(1000)
    }
  }
}

async function svcpay(world, args) {
  const env = { PATH: process.env.PATH, ...world.env }
  // a command may wait for a frozen server; the time-out lets it be repeated
  return await run(process.execPath, [program, ...args], { env, maxBuffer: 2 ** 26, timeout: 180_000 })
}

/** As in docs/settings.md: every instance can decrypt with the new key before the first one encrypts with it. */
async function rotateEncryptionKey(world, spared, isOver) {
  const { env, processes } = world
  const [before, after] = [env.SVC_ENCRYPTION_KEY, randomBytes(32).toString('base64')]
  const restarted = async kept => {
    const { kills } = kept
    while (kept.kills === kills && !isOver()) await pause(200)
    // no more processes are killed
    if (kept.kills === kills) await kept.replaceBy(kept.release)
  }
  delete env.SVC_ENCRYPTION_KEY
  for (const keys of [`default:${before},2031:${after}`, `2031:${after},default:${before}`]) {
    env.SVC_ENCRYPTION_KEYS = keys
    const others = [processes.apis[0], processes.worker].map(restarted)
    for (const kept of spared) await kept.replaceBy(kept.release)
    await Promise.all(others)
  }
  const reseal = () =>
    svcpay(world, ['reseal']).catch(error => {
      // the prepared data is sealed with an unknown key
      if (!error.stderr?.includes('cannot be decrypted')) throw error
    })
  await untilDone('everything resealed', reseal, () => false)
}

/** @returns {Promise<any>} */
async function admin(world, method, path, body) {
  const answer = await fetch(`${world.url}/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${world.operatorToken}`, 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
    signal: AbortSignal.timeout(30_000),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return await answer.json()
}

async function rotateKeys(world, merchant) {
  const path = `/merchants/${merchant.merchantId}`
  const { data } = await admin(world, 'GET', `${path}/keys`)
  const current = data.find(key => !key.expiresAt && !key.revokedAt)
  const issued = await admin(world, 'POST', `${path}/keys/${current.keyId}/rotate`, { graceSeconds: 300 })
  merchant.apiKey = issued.apiKey
  await admin(world, 'POST', `${path}/callback/rotate-secret`, { graceSeconds: 300 })
}

/** The number of remaining differences. Payments that change during the comparison may differ until the end. */
async function reconcile(world, from, { merchantId }) {
  const args = ['reconcile', '--json', '--url', world.url, '--merchant', merchantId]
  const { stdout } = await svcpay(world, [...args, '--from', from.toISOString()]).catch(error => {
    if (error.code === 1 && error.stdout) return error
    throw error
  })
  return JSON.parse(stdout).unexplained
}

async function stateOf(world, spared) {
  const memory = spared.map(({ name, child }) => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return `${name} ${Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024)} MB`
  })
  const [row] = await world.db`
    select (select count(*) from pg_stat_activity where datname = current_database())::int as connections,
      (select count(*) from delivery_queue)::int as queued, (select count(*) from open_operations)::int as operations,
      (select count(*) from payments)::int as payments, (select count(*) from ledger_entries)::int as entries,
      (select sum(customer_cents + merchant_cents + platform_fees_cents + dispute_hold_cents) from ledger_entries)::int
        as sum`.catch(() => [{ database: 'down' }])
  const facts = Object.entries(row).map(([name, value]) => `${name} ${value}`)
  return [...memory, ...facts].join(', ')
}
