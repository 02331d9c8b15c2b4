import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as ask, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { Stripe } from 'stripe'
import { openDb } from 'svcpay/dist/db/db.js'
import { freePort, startEmbeddedPostgres } from 'svcpay-embedded-database'

const run = promisify(execFile)
/** A release: the command that runs it, how it gets its settings, and how its database is prepared. */
export const releaseAt = program => ({ command: [process.execPath, program], settings: env => env })
export const thisRelease = releaseAt(fileURLToPath(new URL('../bin/svcpay.js', import.meta.url)))
const sandboxMain = fileURLToPath(import.meta.resolve('svcpay-sandbox/main'))
const keys = { secret: 'sk_test_9Fq2LmX7', publishable: 'pk_test_9Fq2LmX7' }
const operatorToken = 'Zq7-mT2x_Lw9.pRk4Vb8'

/** The address of a server that listens on this machine. */
export function urlOf(server) {
  return `http://127.0.0.1:${server.address().port}`
}

/** A process that can be killed at any moment and comes back on the same port with the same state. */
function keptProcess(name, start, release) {
  /** @type {Record<string, any>} */
  const kept = { name, release, child: null, kills: 0, isEnding: false }
  // a failed soak leaves no processes behind that could disturb the next one
  process.once('exit', () => kept.child?.kill('SIGKILL'))
  kept.run = async () => {
    kept.child = start(kept.release)
    await untilReady(kept.child)
  }
  kept.crash = async () => {
    kept.kills += 1
    const ended = once(kept.child, 'exit')
    kept.child.kill('SIGKILL')
    await ended
  }
  kept.kill = async pauseMs => {
    await kept.crash()
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
  kept.replaceBy = async other => {
    await kept.end()
    Object.assign(kept, { release: other, isEnding: false })
    await kept.run()
  }
  return kept
}

async function untilReady(child) {
  const ended = once(child, 'exit').then(() => {
    throw new Error('a process ended before it listened')
  })
  /** @type {Promise<void>} */
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

/** A processor: a sandbox in its own process, and the official SDK to inspect it. */
async function startPlace(name, dir) {
  const port = await freePort()
  const sandbox = keptProcess(name, () =>
    spawn(process.execPath, [sandboxMain, '--port', String(port), '--data-dir', join(dir, name)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        SVCPAY_SANDBOX_SECRET_KEY: keys.secret,
        SVCPAY_SANDBOX_PUBLISHABLE_KEY: keys.publishable,
        SVCPAY_SANDBOX_SETTLE_AFTER_MS: '500',
      },
    }),
  )
  await sandbox.run()
  const stripe = new Stripe(keys.secret, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 8,
  })
  return { name, sandbox, url: `http://127.0.0.1:${port}`, stripe }
}

/** Creates the processor's webhook endpoints at the service, and returns the service's settings for the processor. */
async function settingsOf({ name, url: apiBase, stripe }, serviceUrl) {
  const prefix = name.toUpperCase().replaceAll('-', '_')
  const url = `${serviceUrl}/webhooks/processor${name === 'stripe' ? '' : `/${name}`}`
  const secrets = []
  for (const connect of [true, false])
    secrets.push((await stripe.webhookEndpoints.create({ url, enabled_events: ['*'], connect })).secret)
  return {
    [`${prefix}_API_BASE`]: apiBase,
    [`${prefix}_SECRET_KEY`]: keys.secret,
    [`${prefix}_PUBLISHABLE_KEY`]: keys.publishable,
    [`${prefix}_WEBHOOK_SECRET`]: secrets.join(','),
  }
}

/** Starts the service and everything that it needs on this machine, each in its own process. `given`: the database. */
export async function startWorld(given, release, names) {
  const dir = await mkdtemp(join(tmpdir(), 'svcpay-soak-'))
  const database = given ? { url: given, stop: async () => {} } : await startDatabase(dir)
  const databaseUrl = database.url
  /** @returns {[string, string[], { env: Record<string, string> }]} */
  const start = ({ command: [file, ...first], settings }, args, env) => [
    file,
    [...first, ...args],
    { env: { PATH: process.env.PATH, ...settings(env) } },
  ]
  const migrateWith = one => run(...start(one, ['migrate'], { DATABASE_URL: databaseUrl }))
  await migrateWith(release)
  await release.prepare?.(databaseUrl)

  const places = []
  for (const name of names) places.push(await startPlace(name, dir))

  const ports = [await freePort(), await freePort()]
  const balancer = await startBalancer(ports)
  const env = {
    DATABASE_URL: databaseUrl,
    SVC_OPERATOR_TOKEN: operatorToken,
    SVC_ENCRYPTION_KEY: Buffer.from('k3Jx8Qw2Vn5Lz7Tb9Rm4Yc6Hf1Gd0SpA').toString('base64'),
    ...(names.length > 1 ? { SVC_PROCESSORS: names.join(',') } : {}),
    ...Object.assign({}, ...(await Promise.all(places.map(place => settingsOf(place, balancer.url))))),
    SVC_CALLBACK_ALLOW_PRIVATE: 'true',
    SVC_CALLBACK_RETRY_DELAYS_MS: '200,400,800,1600,3200,6400,12800,25600',
    LOG_LEVEL: 'info',
  }
  const instance = (name, role, port, one = release) => {
    const serve = running => {
      const [file, args, options] = start(running, ['serve', '--role', role], { ...env, PORT: String(port) })
      return spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'], ...options })
    }
    return Object.assign(keptProcess(name, serve, one), { url: `http://127.0.0.1:${port}` })
  }
  const apis = ports.map((port, i) => instance(`api ${i + 1}`, 'api', port))
  const worker = instance('worker', 'worker', await freePort())
  for (const kept of [...apis, worker]) await kept.run()
  const connect = () => openDb(env.DATABASE_URL, { maxConnections: 4, statementTimeoutMs: 0 })

  const world = {
    url: balancer.url,
    places,
    db: connect(),
    databaseUrl,
    env,
    operatorToken,
    migrateWith,
    addWorker: async one => instance('worker 2', 'worker', await freePort(), one),
    processes: { apis, worker, sandboxes: places.map(place => place.sandbox) },
    /** Kills every instance, and starts them again on the restored database. */
    async moveTo(restore) {
      await Promise.all([...apis, worker].map(kept => kept.crash()))
      await world.db.end()
      env.DATABASE_URL = await restore()
      for (const kept of [...apis, worker]) await kept.run()
      world.db = connect()
    },
    /** Runs a command as an operator would, and returns its output. */
    async command(...args) {
      const [file, given, options] = start(apis[0].release, args, env)
      const running = run(file, given, { ...options, maxBuffer: 2 ** 26 })
      return await running.then(
        ({ stdout }) => ({ code: 0, stdout }),
        ({ code, stdout, stderr }) => ({ code, stdout: `${stdout}${stderr}` }),
      )
    },
    async stop() {
      for (const kept of [...apis, worker, ...places.map(place => place.sandbox)]) await kept.end()
      await balancer.close()
      await world.db.end()
      await database.stop()
      await rm(dir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
  return world
}

/** One address for all instances: each request goes to one of them, dead or alive. */
async function startBalancer(ports) {
  let next = 0
  const server = createServer((incoming, response) => {
    next += 1
    const { method, url: path, headers } = incoming
    const outgoing = ask({ port: ports[next % ports.length], host: '127.0.0.1', method, path, headers })
    outgoing.on('response', answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    outgoing.on('error', () => response.destroy())
    // a caller that gave up did not get its answer, so the service must not count it as delivered
    response.on('close', () => response.writableFinished || outgoing.destroy())
    incoming.pipe(outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: urlOf(server),
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
