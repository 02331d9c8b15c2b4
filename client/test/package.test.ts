import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { usePaying } from '../../service/test/support/paying.ts'

const paying = usePaying()
const root = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(`${root}/README.md`, 'utf8')
const snippets = [...readme.matchAll(/```js\n(.*?)```/gs)].map(match => match[1] ?? '')
const callbackSecret = 'whsec_of_the_readme'

/** As in a file of a project that has installed the package. */
function run(snippet: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', snippet], {
    cwd: root,
    env: {
      ...process.env,
      SVCPAY_URL: paying.service.url,
      SVCPAY_API_KEY: paying.merchant.apiKey,
      SVCPAY_CALLBACK_SECRET: callbackSecret,
      ...env,
    },
  })
  onTestFinished(() => void child.kill())
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output.text += chunk))
  return { child, output }
}

async function printedBy(snippet: string): Promise<string> {
  const { child, output } = run(snippet)
  const [code] = await once(child as ChildProcess, 'close')
  expect(code, output.text).toBe(0)
  return output.text.trim()
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

describe('the README', () => {
  it('has four snippets, and each is tested here', () => {
    expect(snippets).toHaveLength(4)
  })

  it('makes a first payment', async () => {
    expect(await printedBy(snippets[0] ?? '')).toMatch(/^svcpay_\w+ requires_payment_method$/)
  })

  it.each([
    ['node:http', snippets[1] ?? ''],
    ['Fastify', snippets[2] ?? ''],
  ])('verifies callbacks with %s', async (_, snippet) => {
    const port = await freePort()
    const { output } = run(snippet, { PORT: String(port) })
    const metadata = { orderRef: 'order-ü' }
    const body = JSON.stringify({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_1', metadata } },
    })
    const t = Math.floor(Date.now() / 1000)
    const v1 = createHmac('sha256', callbackSecret).update(`${t}.${body}`).digest('hex')
    const post = async (sent: string) => {
      const response = await fetch(`http://localhost:${port}/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'svc-signature': `t=${t},v1=${v1}` },
        body: sent,
      })
      return [response.status, await response.text()]
    }
    await expect.poll(() => post(body).catch(() => output.text), { timeout: 20_000 }).toEqual([200, ''])
    expect(output.text.trim()).toBe('paid: order-ü')
    expect(await post(body.replace('order-ü', 'order-1'))).toEqual([400, 'signature_mismatch'])
    expect(output.text.trim()).toBe('paid: order-ü')
  })

  it('handles errors', async () => {
    expect(await printedBy(snippets[3] ?? '')).toBe('404 not_found Not found No such payment.')
  })

  it('names every call there is', async () => {
    const { createSvcpayClient } = await import('../src/index.ts')
    const calls = Object.keys(createSvcpayClient({ baseUrl: paying.service.url, apiKey: 'any' }))
    expect(calls.filter(name => !readme.includes(`\`${name}(`))).toEqual([])
  })
})

describe('what is published', () => {
  it('is the built code, the README and the licence, and needs openapi-fetch alone', async () => {
    const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: root,
    })
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }]
    const outside = files.map(({ path }) => path).filter(path => !path.startsWith('dist/'))
    expect(outside.sort()).toEqual(['LICENSE', 'README.md', 'package.json'])
    expect(files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['dist/index.js', 'dist/index.d.ts']),
    )
    const { dependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
    expect(Object.keys(dependencies)).toEqual(['openapi-fetch'])
  })
})
