import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { startServiceProcess } from '../support/process.ts'
import { send } from '../support/service.ts'

const paying = usePaying()

const probeEveryMs = 100

/** Sends each request once, to an instance that was just ready, over keep-alive connections. */
async function startProxy() {
  const agent = new Agent({ keepAlive: true })
  const instances = new Map<string, { isReady: boolean; probing: NodeJS.Timeout }>()
  const ready = () => [...instances].filter(([, { isReady }]) => isReady).map(([url]) => url)
  const probe = async (url: string) => {
    const answer = await fetch(`${url}/readyz`, { headers: { connection: 'close' } }).catch(() => null)
    const instance = instances.get(url)
    if (instance) instance.isReady = answer?.status === 200
  }
  let turn = 0
  const server = createServer((incoming, answer) => {
    const urls = ready()
    const { method, url: path, headers } = incoming
    const target = urls[turn++ % urls.length]
    if (!target) return answer.writeHead(502).end()
    const outgoing = request(`${target}${path}`, { method, headers, agent })
    outgoing.on('response', given => given.pipe(answer.writeHead(given.statusCode ?? 502, given.headers)))
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const { probing } of instances.values()) clearInterval(probing)
    server.closeAllConnections()
    server.close()
    agent.destroy()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async add(url: string) {
      instances.set(url, { isReady: false, probing: setInterval(probe, probeEveryMs, url) })
      await waitFor(() => expect(ready()).toContain(url))
    },
    remove(url: string) {
      clearInterval(instances.get(url)?.probing)
      instances.delete(url)
    },
  }
}

it('a rollout of two instances under load loses no call', async () => {
  const proxy = await startProxy()
  const startInstance = async () => {
    const env = { ...paying.sandboxEnv, SVC_STOP_DELAY_MS: '3000' }
    const instance = await startServiceProcess(paying.databaseUrl, { env, role: 'api' })
    onTestFinished(() => void instance.kill())
    await proxy.add(instance.url)
    return instance
  }
  const olds = [await startInstance(), await startInstance()]

  const key = paying.merchant.apiKey
  const answers: unknown[] = []
  let isOver = false
  const callers = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const create = { key, body: { amountCents: 5000 }, headers: { 'idempotency-key': newKey() } }
      const calls = [
        () => send(`${proxy.url}/v1/payments/intents`, 'POST', create),
        () => send(`${proxy.url}/v1/payments`, 'GET', { key }),
      ]
      for (const call of calls) {
        answers.push(
          await call().then(
            ({ status }) => status,
            ({ cause }) => String(cause),
          ),
        )
      }
    }
  })

  for (const old of olds) {
    await startInstance()
    const before = answers.length
    await old.stop()
    proxy.remove(old.url)
    expect(answers.length).toBeGreaterThan(before)
  }
  isOver = true
  await Promise.all(callers)
  expect(answers.filter(answer => answer !== 200)).toEqual([])
})
