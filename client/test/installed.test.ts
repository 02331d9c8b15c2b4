import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from 'svcpay-embedded-database'
import { expect, it, onTestFinished } from 'vitest'
import { follow, temporaryFolder } from '../../service/test/support/cli.ts'
import { needs } from '../../vitest.needs.ts'
import { root } from './project.ts'

const repository = join(root, '..')
const call = promisify(execFile)

const read = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'))

/** A project that installs the tarballs, with their dependencies in the versions of this repository. */
async function installWithNpm(folder: string, tarballs: Record<string, string>): Promise<void> {
  const write = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content))
  const known = Object.entries<{ link?: boolean }>(read(repository, 'package-lock.json').packages).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && !link,
  )
  const { overrides } = read(repository, 'package.json')
  const dependencies = Object.fromEntries(
    Object.entries(tarballs).map(([name, path]) => [name, `file:${path}`]),
  )
  const manifest = { private: true, overrides, dependencies }
  write('package.json', manifest)
  write('package-lock.json', { lockfileVersion: 3, packages: { '': manifest, ...Object.fromEntries(known) } })
  await call('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder })
}

/** Installs the tarballs as npm would, but takes their dependencies from this repository. */
async function unpack(folder: string, tarballs: Record<string, string>): Promise<void> {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  for (const [name, path] of Object.entries(tarballs)) {
    const target = join(modules, name)
    mkdirSync(target)
    await call('tar', ['-xzf', join(folder, path), '-C', target, '--strip-components', '1'])
    const { bin = {}, dependencies, optionalDependencies, bundleDependencies } = read(target, 'package.json')
    for (const [command, program] of Object.entries<string>(bin)) {
      symlinkSync(join(target, program), join(modules, '.bin', command))
    }
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const known = join(repository, 'node_modules', needed)
      if (bundleDependencies.includes(needed) || !existsSync(known)) continue
      mkdirSync(dirname(join(modules, needed)), { recursive: true })
      if (!existsSync(join(modules, needed))) symlinkSync(known, join(modules, needed), 'junction')
    }
  }
}

/** npm takes half a minute: `npm run test:installed` waits for it. */
const install = process.env.SVC_TEST_INSTALL === 'npm' ? installWithNpm : unpack

const script = `
import { createRequire } from 'node:module'
import { createSvcpayClient, SvcpayError } from 'svcpay-client'
import { startSandbox } from 'svcpay-sandbox'

await (await startSandbox()).close()
const svcpay = createSvcpayClient({ baseUrl: process.env.SVCPAY_URL, apiKey: process.env.SVCPAY_API_KEY })
const [id] = process.argv.slice(2)
if (id) console.log((await svcpay.getPayment(id)).status)
else console.log((await svcpay.createPayment({ amountCents: 4999 }, { idempotencyKey: 'order-1' })).svcPaymentId)
await svcpay.getPayment('svcpay_x').catch(error => {
  if (!(error instanceof createRequire(import.meta.url)('svcpay-client').SvcpayError)) throw error
})
`

it('the tarballs of npm run pack take a payment in a project without this repository', async test => {
  needs(test, 'tar')
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  const at = (...parts: string[]) => join(folder.path, ...parts)
  await call(process.execPath, [join(repository, 'scripts/pack.js'), at('tarballs')])
  const { version } = read(repository, 'client/package.json')
  const names = ['svcpay', 'svcpay-sandbox', 'svcpay-client']
  await install(folder.path, Object.fromEntries(names.map(name => [name, `tarballs/${name}-${version}.tgz`])))
  writeFileSync(at('pay.mjs'), script)

  const installed = (name: string) => readFileSync(at('node_modules/svcpay', name), 'utf8')
  expect(installed('README.md')).toContain('npx svcpay up')
  // From the service's bundle, and from the console's.
  for (const name of ['fastify', 'react-dom']) {
    expect(installed('THIRD-PARTY-NOTICES.txt')).toMatch(
      new RegExp(`^${name} [\\d.]+ \\(MIT\\)\\n\\n[^]*?Permission is hereby granted`, 'm'),
    )
  }

  // The bundled packages are not installed separately.
  for (const name of ['fastify', 'stripe']) expect(existsSync(at('node_modules', name)), name).toBe(false)

  const { stdout } = await call(at('node_modules/.bin/svcpay-sandbox'), ['--help'])
  expect(stdout).toContain('--port')

  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    SANDBOX_PORT: String(await freePort()),
    SVC_DATA_DIR: at('data'),
  }
  const svcpay = at('node_modules/.bin/svcpay')
  const up = follow(spawn(svcpay, ['up'], { cwd: folder.path, env, stdio: ['ignore', 'pipe', 'pipe'] }))
  onTestFinished(async () => void (await up.signal('SIGTERM')))
  await up.says(/svcpay is up[\s\S]*Ctrl-C/)

  for (const page of ['/', '/console', '/docs', '/problems']) {
    expect((await fetch(url + page, { headers: { accept: 'text/html' } })).status, page).toBe(200)
  }
  const key = readFileSync(at('data/demo-api-key'), 'utf8').trim()
  const pay = async (...args: string[]) => {
    const options = { cwd: folder.path, env: { ...env, SVCPAY_URL: url, SVCPAY_API_KEY: key } }
    return (await call(process.execPath, ['pay.mjs', ...args], options)).stdout.trim()
  }
  const id = await pay()
  await call(svcpay, ['sandbox', 'pay', id], { cwd: folder.path, env })
  await expect.poll(() => pay(id)).toBe('succeeded')
})
