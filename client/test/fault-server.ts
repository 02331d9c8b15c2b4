import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { orCut } from '../../service/test/support/or-cut.ts'

export interface Seen {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export type Step =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  /** The connection is cut: before an answer, or in the middle of one. */
  | 'reset'
  | 'reset halfway'
  /** No answer at all, or one that never ends. */
  | 'silence'
  | 'silence halfway'

export const payment = { svcPaymentId: 'svcpay_1', status: 'succeeded', amountCents: 100 }
export const good: Step = { status: 200, body: payment }

export function problem(status: number, code: string, headers: Record<string, string> = {}): Step {
  const body = { title: `Title of ${code}`, status, code, detail: `Detail of ${code}`, traceId: 'trc_1' }
  return { status, body, headers: { 'content-type': 'application/problem+json', ...headers } }
}

/** Answers the first request with the first step, and so on; the last step repeats. */
export async function faultServer(...steps: Step[]): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = []
  const server = createServer(
    orCut(async (req, res) => {
      let body = ''
      for await (const chunk of req) body += chunk
      seen.push({ method: req.method ?? '', path: req.url ?? '', headers: req.headers, body })
      const step = steps[Math.min(seen.length, steps.length) - 1] ?? good
      if (step === 'reset') return res.destroy()
      if (step === 'silence') return
      if (typeof step === 'string') {
        res.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
        res.write('{"svcPaymentId":', () => step === 'reset halfway' && res.destroy())
        return
      }
      const text = typeof step.body === 'string' ? step.body : JSON.stringify(step.body)
      res.writeHead(step.status, { 'content-type': 'application/json', ...step.headers })
      res.end(step.status === 204 ? undefined : text)
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}
