import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { createRouter } from '../dist/http/router.js'
import { routes } from '../dist/routes.js'
import { createClient, encodeForm, messageOf } from './client.js'

const isOurs = createRouter(routes)

/** stripe/stripe-cli: each trigger's fixtures must cause the event that the trigger is named after. */
export async function stripeCli({ sandbox, path, report }) {
  const folder = join(path, 'pkg/fixtures/triggers')
  const call = createClient(sandbox)
  const hooks = await listen(call)
  for (const file of readdirSync(folder).filter(name => name.endsWith('.json'))) {
    const trigger = file.replace(/\.json$/, '')
    await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' })
    try {
      const { fixtures } = JSON.parse(readFileSync(join(folder, file), 'utf8'))
      const other = fixtures.find(({ method, path: to }) => !isOurs(method.toUpperCase(), to))
      if (other) {
        report.outOfScope(trigger, `${other.method} ${other.path}`)
        continue
      }
      await hooks.subscribe()
      await runFixtures(call, fixtures)
      if (await hooks.has(trigger)) report.passed(trigger)
      else report.failed(trigger, 'the event was not sent')
    } catch (error) {
      report.failed(trigger, error.message)
    }
  }
  hooks.close()
}

async function runFixtures(call, fixtures) {
  const answers = new Map()
  const fill = value => {
    if (typeof value === 'string')
      return value.replaceAll(/\$\{([^}]+)\}/g, (_, name) => valueAt(answers, name))
    if (typeof value !== 'object' || value === null) return value
    return Array.isArray(value)
      ? value.map(fill)
      : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item)]))
  }
  for (const { name, path, method, params = {}, headers = {}, expected_error_type: expected } of fixtures) {
    const sent = headers.account ? { 'stripe-account': fill(headers.account) } : {}
    const answer = await call(method, fill(path), encodeForm(fill(params)), sent)
    const error = answer.body.error
    if (error && error.type !== expected) throw new Error(messageOf(answer))
    answers.set(name, error?.payment_intent ?? error?.setup_intent ?? answer.body)
  }
}

function valueAt(answers, reference) {
  if (reference === 'generate-uuid') return crypto.randomUUID()
  if (reference === 'time-now-RFC3339') return new Date().toISOString()
  const [, name = '', path = '', otherwise = ''] = /^([^:]*):([^|]*)\|?(.*)$/.exec(reference) ?? []
  const value = path.split('.').reduce((node, key) => node?.[key], answers.get(name))
  return value ?? otherwise
}

/** Listens as a platform does, since a deleted account's events cannot be listed. */
async function listen(call) {
  const types = new Set()
  const server = createServer(async (request, response) => {
    /** @type {any} */
    const event = await json(request)
    types.add(event.type)
    response.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const url = `http://127.0.0.1:${port}/`
  return {
    async subscribe() {
      types.clear()
      for (const connect of [true, false]) {
        await call('POST', '/v1/webhook_endpoints', encodeForm({ url, connect, enabled_events: ['*'] }))
      }
    },
    async has(type) {
      for (let attempt = 0; attempt < 40 && !types.has(type); attempt++) await pause(10)
      return types.has(type)
    },
    close: () => server.close(),
  }
}
