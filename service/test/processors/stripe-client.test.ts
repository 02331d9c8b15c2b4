import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { createStripeProcessor } from '../../src/processors/stripe/adapter.ts'
import { createStripeClient } from '../../src/processors/stripe/client.ts'
import { orCut } from '../support/or-cut.ts'
import { testSeals } from '../support/secrets.ts'
import { ownTurns } from '../support/turns.ts'

interface Said {
  status: number
  code?: string
  headers?: Record<string, string>
}

type Step = Said | 'reset'

const account = { id: 'acct_1', charges_enabled: true, payouts_enabled: true, details_submitted: true }
const locked: Said = { status: 429, code: 'lock_timeout' }
const limited: Said = { status: 429, code: 'rate_limit' }
const good: Said = { status: 200 }

/** Answers each call with the next step, and repeats the last one. */
async function stripeThatSays(...steps: Step[]) {
  const seen: { headers: IncomingMessage['headers']; body: string }[] = []
  const server = createServer(
    orCut(async (request, response) => {
      seen.push({ headers: request.headers, body: await text(request) })
      const step = steps[Math.min(seen.length, steps.length) - 1] ?? good
      if (step === 'reset') return request.socket.resetAndDestroy()
      const error = { type: 'invalid_request_error', code: step.code, message: 'No.' }
      response.writeHead(step.status, { 'content-type': 'application/json', ...step.headers })
      response.end(JSON.stringify(step.status === 200 ? account : { error }))
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const turns = ownTurns()
  const stripe = createStripeClient({ secretKey: 'sk_test_x', apiBase, turns, timeoutMs: 30_000 })
  const settings = { name: 'stripe', publishableKey: 'pk_test_x', webhookSecrets: [], seals: testSeals }
  const processor = createStripeProcessor(stripe, settings)
  const create = () => processor.createAccount('key-1', { email: null, country: 'US' })
  const waitOf = (count: number) => {
    const now = performance.now()
    const waits = Array.from({ length: count }, () => turns.allowance.turn('', 'request', now, now + 10_000))
    return Math.max(...waits.map(turn => turn?.waitMs ?? Number.NaN))
  }
  return { create, seen, waitOf }
}

it('repeats a call that was turned away, unchanged and with the same key', async () => {
  const { create, seen, waitOf } = await stripeThatSays(limited, limited, good)
  expect(await create()).toMatchObject({ kind: 'done' })
  expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'key-1', 'key-1'])
  expect(new Set(seen.map(({ body }) => body)).size).toBe(1)
  expect(waitOf(10), 'the limit holds for those after it').toBeGreaterThan(0)
})

it('repeats a call that met a lock, without limiting others', async () => {
  const { create, seen, waitOf } = await stripeThatSays(locked, good)
  expect(await create()).toMatchObject({ kind: 'done' })
  expect(seen).toHaveLength(2)
  expect(waitOf(10)).toBe(0)
})

it('waits as long as Retry-After says, or gives up if that is too long', async () => {
  const short = await stripeThatSays({ ...limited, headers: { 'retry-after': '1' } }, good)
  const start = performance.now()
  expect(await short.create()).toMatchObject({ kind: 'done' })
  expect(performance.now() - start).toBeGreaterThan(990)
  const long = await stripeThatSays({ ...limited, headers: { 'retry-after': '60' } })
  expect(await long.create()).toMatchObject({ kind: 'refused', refusal: { reason: 'busy' } })
  expect(long.seen).toHaveLength(1)
})

it('does not know the outcome if the connection breaks in a later try', async () => {
  const { create, seen } = await stripeThatSays(limited, 'reset')
  expect(await create()).toMatchObject({ kind: 'unknown' })
  expect(seen).toHaveLength(2)
})
