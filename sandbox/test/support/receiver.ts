import { once } from 'node:events'
import { createServer } from 'node:http'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { orCut } from '../../../service/test/support/or-cut.ts'
import { waitUntil } from '../../../vitest.waits.ts'
import { createShapeChecker } from './sdk-shapes.ts'

export interface Received {
  readonly event: Stripe.Event
  readonly headers: Record<string, unknown>
  readonly body: string
}

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** Answers the next requests with these, then 200. */
  answerWith(...statuses: number[]): void
  useSecret(secret: string | undefined): void
  types(): string[]
  waitFor(count: number): Promise<Received[]>
}

/** A webhook endpoint that verifies with the SDK, and keeps what it accepts. */
export async function receiver(): Promise<Receiver> {
  const stripe = new Stripe('sk_test_unused')
  const checkShape = createShapeChecker()
  const received: Received[] = []
  let statuses: number[] = []
  let secret = ''
  const server = createServer(
    orCut(async (req, res) => {
      let body = ''
      for await (const chunk of req) body += chunk
      const status = statuses.shift() ?? 200
      try {
        const event = stripe.webhooks.constructEvent(body, String(req.headers['stripe-signature']), secret)
        const problems = checkShape(JSON.parse(body))
        if (problems.length > 0) throw new Error(problems.join('\n'))
        received.push({ event, headers: req.headers, body })
        res.writeHead(status).end()
      } catch (error) {
        res.writeHead(400).end(String(error))
      }
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answerWith(...next) {
      statuses = next
    },
    useSecret(value) {
      secret = value ?? ''
    },
    types: () => received.map(item => String(item.event.type)),
    async waitFor(count) {
      await waitUntil(() => received.length >= count, { interval: 5 })
      return received
    },
  }
}
