import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from 'svcpay-embedded-database'
import { expect, it, onTestFinished } from 'vitest'
import { usePaying } from '../../service/test/support/paying.ts'
import { createSvcpayClient } from '../src/index.ts'
import { compiler, consumerFolder, root, run, tsconfig } from './project.ts'

const paying = usePaying()
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const snippets = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(match => match[1] ?? '')
const callbackSecret = 'whsec_of_the_readme'

const env = () => ({
  SVCPAY_URL: paying.service.url,
  SVCPAY_API_KEY: paying.merchant.apiKey,
  SVCPAY_CALLBACK_SECRET: callbackSecret,
})

it('has snippets that compile under strict and do what it says', async () => {
  expect(snippets).toHaveLength(4)
  const files = Object.fromEntries(snippets.map((text, index) => [`${index}.ts`, text]))
  const config = tsconfig({ module: 'nodenext' })
  const folder = consumerFolder({ ...files, 'package.json': '{"type":"module"}', 'tsconfig.json': config })
  expect(await run([compiler, '-p', '.'], folder)).toEqual({ code: 0, output: '' })

  const [first, failing] = [await run(['out/0.js'], folder, env()), await run(['out/3.js'], folder, env())]
  expect(first).toEqual({
    code: 0,
    output: expect.stringMatching(/^svcpay_\w+ requires_payment_method$/),
  })
  expect(failing).toEqual({ code: 0, output: '404 not_found Not found No such payment.' })
  for (const file of ['out/1.js', 'out/2.js']) await expectVerified(folder, file)
})

it('has a quick start that compiles and runs, and says why it was refused', async () => {
  const page = readFileSync(join(root, '../docs/quick-start.md'), 'utf8')
  const program = /```ts\n(.*?)```/s.exec(page)?.[1] ?? ''
  expect(program).toContain("'http://127.0.0.1:8080'")
  const folder = consumerFolder({
    'start.ts': program.replace('http://127.0.0.1:8080', paying.service.url),
    'package.json': '{"type":"module"}',
    'tsconfig.json': tsconfig({ module: 'nodenext' }),
  })
  expect(await run([compiler, '-p', '.'], folder)).toEqual({ code: 0, output: '' })
  expect(await run(['out/start.js'], folder, env())).toEqual({
    code: 0,
    output: expect.stringMatching(/^svcpay_\w+ requires_payment_method$/),
  })
  const refused = await run(['out/start.js'], folder, { ...env(), SVCPAY_API_KEY: 'rubbish' })
  expect(refused).toEqual({ code: 1, output: expect.stringContaining('unauthorized') })
})

it('shows how to require the package', async () => {
  const snippet = /```cjs\n(.*?)```/s.exec(readme)?.[1]
  const folder = consumerFolder({ 'use.cjs': `${snippet}\nconsole.log(typeof createSvcpayClient)` })
  expect(await run(['use.cjs'], folder)).toEqual({ code: 0, output: 'function' })
})

it('lists every call', () => {
  const calls = Object.keys(createSvcpayClient({ baseUrl: paying.service.url, apiKey: 'any' }))
  expect(calls.filter(name => !readme.includes(`\`${name}(`))).toEqual([])
})

/** The receiver in the file accepts a signed callback, and no other. */
async function expectVerified(cwd: string, file: string): Promise<void> {
  const port = await freePort()
  const server = spawn(process.execPath, [file], {
    cwd,
    env: { ...process.env, ...env(), PORT: String(port) },
  })
  onTestFinished(() => void server.kill())
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', chunk => (output += chunk))
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_1', metadata: { orderRef: 'order-ü' } } },
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
  await expect.poll(() => post(body).catch(() => output)).toEqual([200, ''])
  await expect.poll(() => output.trim()).toBe('paid: order-ü')
  expect(await post(body.replace('order-ü', 'order-1'))).toEqual([400, 'signature_mismatch'])
  expect(output.trim()).toBe('paid: order-ü')
}
