import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fetchOnce } from '../../scripts/fetch-once.js'
import { needs } from '../../vitest.needs.ts'
import { compiler, consumerFolder, root, run, tsconfig } from './project.ts'

const oldest = join(root, 'oldest-typescript')

/** Before the first test, which must not time out. False if npm cannot fetch it. */
const isOldestFetched = await fetchOnce(oldest, 'TypeScript 5.4 (31 MB)').then(
  () => true,
  () => false,
)

/** The oldest supported version, and the one that builds the package. */
const compilers = [
  ['5.4', join(oldest, 'node_modules/typescript/bin/tsc'), isOldestFetched],
  ['7', compiler, true],
] as const

/** Fails to compile if the types are missing, and to run if the module is. */
const source = `
import { type CallbackEvent, createSvcpayClient, type Payment, SvcpayConnectionError, verifyCallback } from 'svcpay-client'

const svcpay = createSvcpayClient({ baseUrl: 'http://127.0.0.1:1', apiKey: process.env['KEY'], retries: 0 })
export const capture = (id: string): Promise<Payment> => svcpay.capturePayment(id, { amountCents: 5 })
// @ts-expect-error
export const wrong = () => svcpay.capturePayment('svcpay_1', { amountCents: '5' })
// @ts-expect-error
export const unsafe = () => svcpay.createPayment({ amountCents: 100 })

export function received(event: CallbackEvent): number {
  // @ts-expect-error
  if (event.type === 'no such event') return 0
  return event.type === 'payment_intent.succeeded' ? event.data.object.amount_received : 0
}

const body = JSON.stringify({ id: 'evt_1', type: 'account.updated', data: { object: {} } })
try {
  verifyCallback(body, 't=1,v1=00', 'whsec_1')
} catch (error) {
  console.log((error as Error).name)
}
svcpay.getPayment('svcpay_1').catch((error: unknown) => console.log(error instanceof SvcpayConnectionError))
`

const esm = '{"type":"module"}'
const projects: Record<string, { manifest: string; options: Record<string, unknown> }> = {
  'nodenext, ESM': { manifest: esm, options: { module: 'nodenext' } },
  'nodenext, CJS': { manifest: '{}', options: { module: 'nodenext' } },
  bundler: { manifest: esm, options: { module: 'esnext', moduleResolution: 'bundler' } },
  commonjs: { manifest: '{}', options: { module: 'commonjs', moduleResolution: 'node10' } },
}

it.for(compilers)('compiles with TypeScript %s and runs', async ([version, compiler, isThere], test) => {
  needs(test, `TypeScript ${version} from npm`, isThere)
  const files: Record<string, string> = {}
  for (const [name, { manifest, options }] of Object.entries(projects)) {
    // TypeScript 7 has no other resolution for CommonJS than this.
    const changed = version === '7' && options.module === 'commonjs' ? { moduleResolution: 'bundler' } : {}
    files[`${name}/package.json`] = manifest
    files[`${name}/tsconfig.json`] = tsconfig({ ...options, ...changed })
    files[`${name}/use.ts`] = source
  }
  const folder = consumerFolder(files)
  const names = Object.keys(projects).filter(name => version === '7' || name !== 'bundler')
  expect(await run([compiler, '--build', ...names], folder)).toEqual({ code: 0, output: '' })
  const outputs = await Promise.all(
    names.map(name => run([join(name, 'out/use.js')], folder, { KEY: 'svc' })),
  )
  for (const ended of outputs) {
    expect(ended).toEqual({ code: 0, output: 'CallbackVerificationError\ntrue' })
  }
})

it('is one module for import and require, so that instanceof holds across both', async () => {
  const folder = consumerFolder({
    'both.mjs': `
import { createRequire } from 'node:module'
import * as imported from 'svcpay-client'
const required = createRequire(import.meta.url)('svcpay-client')
const names = Object.keys(required)
console.log(names.length > 4 && names.every(name => required[name] === imported[name]))
const marks = ['__esModule', 'module.exports']
console.log(Object.keys(imported).filter(name => !marks.includes(name)).sort().join() === names.sort().join())`,
  })
  expect(await run(['both.mjs'], folder)).toEqual({ code: 0, output: 'true\ntrue' })
})
