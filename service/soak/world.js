import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as ask, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { Stripe } from 'stripe'
import { startEmbeddedPostgres } from 'svcpay-embedded-database'
import { migrate } from '../dist/db/migrate.js'

const program = fileURLToPath(new URL('../bin/svcpay.js', import.meta.url))
const sandboxMain = fileURLToPath(import.meta.resolve('svcpay-sandbox/main'))
const keys = { secret: 'sk_test_9Fq2LmX7', publishable: 'pk_test_9Fq2LmX7' }
const operatorToken = 'Zq7-mT2x_Lw9.pRk4Vb8'

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  await new Promise(resolve => server.close(resolve))
  return port
}

/** A process that can be killed at any moment and comes back on the same port with the same state. */
function keptProcess(name, start) {
  const kept = { name, child: null, kills: 0, isEnding: false }
  // a soak that fails leaves nothing behind that would meddle with the next one
  process.once('exit', () => kept.child?.kill('SIGKILL'))
  kept.run = async () => {
    kept.child = start()
    await untilReady(kept.child)
  }
  kept.kill = async pauseMs => {
    kept.kills += 1
    const ended = once(kept.child, 'exit')
    kept.child.kill('SIGKILL')
    await ended
    await new Promise(resolve => setTimeout(resolve, pauseMs))
    if (!kept.isEnding) await kept.run()
  }
  kept.end = async () => {
    kept.isEnding = true
    if (kept.child.exitCode !== null || kept.child.signalCode !== null) return
    const ended = once(kept.child, 'exit')
    kept.child.kill('SIGTERM')
    await ended
  }
  return kept
}

async function untilReady(child) {
  const ended = once(child, 'exit').then(() => {
    throw new Error('a process ended before it listened')
  })
  const listening = new Promise(resolve => {
    createInterface({ input: child.stdout }).on('line', line => /listening|http:/.test(line) && resolve())
  })
  ended.catch(() => {})
  await Promise.race([listening, ended])
}

async function startDatabase(dir) {
  const embedded = await startEmbeddedPostgres({ dir, settings: { max_connections: '200' } })
  const { user, password, host, port } = embedded.connection
  const base = `postgres://${user}:${password}@${host}:${port}`
  const server = postgres(`${base}/postgres`, { max: 1 })
  await server`create database soak`
  await server.end()
  return { url: `${base}/soak`, stop: () => embedded.stop() }
}

/** Everything a service needs around it, on this machine, in processes of their own; the database may be given. */
export async function startWorld(given) {
  const dir = await mkdtemp(join(tmpdir(), 'svcpay-soak-'))
  const database = given ? { url: given, stop: async () => {} } : await startDatabase(dir)
  const databaseUrl = database.url
  await migrate(databaseUrl)

  const sandboxPort = await freePort()
  const sandbox = keptProcess('sandbox', () =>
    spawn(
      process.execPath,
      [sandboxMain, '--port', String(sandboxPort), '--data-dir', join(dir, 'sandbox')],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          SVCPAY_SANDBOX_SECRET_KEY: keys.secret,
          SVCPAY_SANDBOX_PUBLISHABLE_KEY: keys.publishable,
          SVCPAY_SANDBOX_SETTLE_AFTER_MS: '500',
        },
      },
    ),
  )
  await sandbox.run()
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const stripe = new Stripe(keys.secret, {
    host: '127.0.0.1',
    port: sandboxPort,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 8,
  })

  const ports = [await freePort(), await freePort()]
  const balancer = await startBalancer(ports)
  const secrets = []
  for (const connect of [true, false]) {
    const url = `${balancer.url}/webhooks/processor`
    secrets.push((await stripe.webhookEndpoints.create({ url, enabled_events: ['*'], connect })).secret)
  }
  const env = {
    DATABASE_URL: databaseUrl,
    SVC_OPERATOR_TOKEN: operatorToken,
    SVC_ENCRYPTION_KEY: Buffer.from('k3Jx8Qw2Vn5Lz7Tb9Rm4Yc6Hf1Gd0SpA').toString('base64'),
    SVC_PROCESSOR: 'sandbox',
    STRIPE_API_BASE: sandboxUrl,
    STRIPE_SECRET_KEY: keys.secret,
    STRIPE_PUBLISHABLE_KEY: keys.publishable,
    STRIPE_WEBHOOK_SECRET: secrets.join(','),
    SVC_CALLBACK_ALLOW_PRIVATE: 'true',
    SVC_CALLBACK_RETRY_DELAYS_MS: '200,400,800,1600,3200,6400,12800,25600',
    LOG_LEVEL: 'info',
  }
  const serve = (role, extra) => () =>
    spawn(process.execPath, [program, 'serve', '--role', role], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, ...env, ...extra },
    })
  const apis = ports.map((apiPort, i) => keptProcess(`api ${i + 1}`, serve('api', { PORT: String(apiPort) })))
  const workerPort = String(await freePort())
  const worker = keptProcess('worker', serve('worker', { PORT: workerPort }))
  for (const kept of [...apis, worker]) await kept.run()
  const db = postgres(databaseUrl, {
    max: 4,
    transform: { column: { from: postgres.toCamel } },
    onnotice: () => {},
  })

  return {
    url: balancer.url,
    sandboxUrl,
    stripe,
    db,
    operatorToken,
    processes: { apis, worker, sandbox },
    async stop() {
      for (const kept of [...apis, worker, sandbox]) await kept.end()
      await balancer.close()
      await db.end()
      await database.stop()
      await rm(dir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** One address for all instances: each connection goes to one of them, dead or alive. */
async function startBalancer(ports) {
  let next = 0
  const server = createServer((incoming, response) => {
    next += 1
    const { method, url: path, headers } = incoming
    const outgoing = ask({ port: ports[next % ports.length], host: '127.0.0.1', method, path, headers })
    outgoing.on('response', answer => {
      response.writeHead(answer.statusCode, answer.headers)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
