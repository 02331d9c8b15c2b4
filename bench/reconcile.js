import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { paymentIdOf } from 'svcpay/dist/ids.js'
import { createSeals } from 'svcpay/dist/processors/seals.js'
import { readOptions } from './src/arguments.js'
import { startDatabaseServer } from './src/database.js'
import { cpuMsOfFamily, residentMb } from './src/processes.js'
import { addSandboxMerchant, callOperatorApi, startSandbox } from './src/sandbox.js'
import { command, environment, secrets, startService } from './src/service.js'

const help = `node bench/reconcile.js [options]

Rebuilds an empty database from the sandbox, over HTTP, and compares the two.

  --payments N      payments in the sandbox (50000)
  --settle N        seconds to wait before the comparison (121), because it ignores newer payments`

const values = readOptions(help, {
  payments: { type: 'string', default: '50000' },
  settle: { type: 'string', default: '121' },
})
const wanted = Number(values.payments)
const from = new Date(Date.now() - 3600_000).toISOString()
const settleMs = Number(values.settle) * 1000
const number = value => value.toLocaleString('en-US', { maximumFractionDigits: 1 })

const server = await startDatabaseServer()
const databaseUrl = await server.create('reconcile')
const sandbox = await startSandbox()
const env = { SVC_EVENT_SEARCH_SECONDS: '3600', SVC_RECONCILE_AT: 'off', SVC_PROCESSOR: 'sandbox' }
const service = await startService({ databaseUrl, processorUrl: sandbox.url, env })
try {
  const { accountId } = await addSandboxMerchant(service, sandbox)
  await report('created in the sandbox', process.pid, () => makePayments(accountId))
  const madeBy = Date.now()
  const rebuilding = spawn(process.execPath, [command, 'rebuild', '--since', from, '--json'], {
    env: { PATH: process.env.PATH, ...environment({ databaseUrl, processorUrl: sandbox.url }), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const {
    payments: found,
    events,
    calls: asked,
  } = await report('rebuilt', rebuilding.pid, () => answerOf(rebuilding))
  console.log(`${number(found)} payments, ${number(events)} events, ${number(asked)} calls`)
  await pause(Math.max(0, madeBy + settleMs - Date.now()))
  const run = await report('compared', service.pid, compare)
  const { payments, movements, calls, differences, state, error } = run
  console.log(
    `${state}: ${number(payments)} payments, ${number(movements)} movements, ${number(calls)} calls, ${differences} differences`,
  )
  if (state !== 'done' || differences > 0 || payments !== wanted) throw new Error(error ?? 'the books differ')
} finally {
  await service.stop()
  sandbox.stop()
  await server.stop()
}

/** The JSON output of a command that succeeded. */
async function answerOf(child) {
  let printed = ''
  child.stdout.on('data', data => {
    printed += data
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`the command exited with code ${code}`)
  return JSON.parse(printed)
}

/** Prints how long the work takes, with the CPU time and the peak memory of the process that does it. */
async function report(what, pid, work) {
  const startedAt = performance.now()
  const cpuMs = cpuMsOfFamily(pid)
  let usedMs = 0
  let mostMb = 0
  const watching = setInterval(() => {
    mostMb = Math.max(mostMb, residentMb(pid) || 0)
    usedMs = (cpuMsOfFamily(pid) || cpuMs + usedMs) - cpuMs
  }, 100)
  const result = await work().finally(() => clearInterval(watching))
  const seconds = (performance.now() - startedAt) / 1000
  console.log(
    `${what}: ${number(wanted)} payments in ${number(seconds)} s (${number(wanted / seconds)}/s), ${number(usedMs / 1000)} s of CPU, at most ${number(mostMb)} MB`,
  )
  return result
}

/** Creates payments as the service does, and pays them as shoppers do, with one call for each payment. */
async function makePayments(stripeAccount) {
  const seals = createSeals([{ id: 'default', key: secrets.encryptionKey }])
  let made = 0
  const working = Array.from({ length: 16 }, async () => {
    while (made < wanted) {
      made += 1
      const svcKey = `svck_${randomBytes(24).toString('base64url')}`
      const svcPaymentId = paymentIdOf(svcKey)
      const svcDigest = randomBytes(32).toString('base64url')
      const svcSeal = seals.make(stripeAccount, svcPaymentId)
      await sandbox.stripe.paymentIntents.create(
        {
          amount: 5000,
          currency: 'usd',
          application_fee_amount: 50,
          confirm: true,
          payment_method: 'pm_card_visa',
          return_url: 'https://shop.example/',
          metadata: { svcPaymentId, svcOperation: `${svcKey}-1`, svcKey, svcDigest, svcSeal },
        },
        { stripeAccount },
      )
    }
  })
  await Promise.all(working)
}

async function compare() {
  const { reconciliationId } = await callOperatorApi(service, 'POST', '/reconciliations', { from })
  for (;;) {
    const run = await callOperatorApi(service, 'GET', `/reconciliations/${reconciliationId}?limit=1`)
    if (run.state !== 'running') return run
    await pause(200)
  }
}
