import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { needs } from '../../../vitest.needs.ts'
import { folderForThisTest, follow, launchForThisTest } from '../support/cli.ts'
import { databaseForThisTest } from '../support/database.ts'
import { encryptionKey, stripeSecrets } from '../support/secrets.ts'
import { blocksOf, readPage } from './pages.ts'

const page = readPage('docs/go-live.md')
const program = fileURLToPath(new URL('../../bin/svcpay.js', import.meta.url))
/** The reader's own values, in place of the example's. */
const own: Record<string, string> = {
  ...stripeSecrets,
  SVC_OPERATOR_TOKEN: 'operator-token-5f0c9a7e41d2b836',
  SVC_ENCRYPTION_KEY: encryptionKey,
}

it('checks an instance with the settings on the page', async test => {
  for (const name of ['bash', 'curl', 'openssl', 'sed']) needs(test, name)
  const folder = folderForThisTest()
  const databaseUrl = await databaseForThisTest()
  const example = /^cat > \.env <<'END'\n([\s\S]*?)^END$/m.exec(page)?.[1] ?? ''
  const settings = example.replace(/^(\w+)=(.*)$/gm, (_, name, value) =>
    name === 'DATABASE_URL' ? `${name}=${databaseUrl}` : `${name}=${own[name] ?? value}`,
  )
  const write = (text: string) => writeFileSync(join(folder, '.env'), text)
  write(settings)
  // any free ports; no traffic leaves the machine
  const here = { PORT: '0', SVC_ADMIN_PORT: '0', STRIPE_API_BASE: 'http://127.0.0.1:9' }
  const service = launchForThisTest(['serve'], here, folder)
  const port = new URL(await service.says(/"url":"(\S+?)".*"listening"/)).port
  const adminPort = new URL(await service.says(/"adminUrl":"(\S+?)"/)).port
  write(`${settings.replace('SVC_ADMIN_PORT=8081', `SVC_ADMIN_PORT=${adminPort}`)}PORT=${port}\n`)

  const commands = blocksOf(page, 'sh')
    .filter(({ info, code }) => info === 'sh' || code.includes('/metrics'))
    .flatMap(({ code }) => code.trim().split('\n'))
  expect(commands.length).toBeGreaterThan(6)
  for (const command of commands) {
    const line = command
      .replace('npx svcpay', `"${process.execPath}" "${program}"`)
      .replace(':8080', `:${port}`)
      .replace(':8081', `:${adminPort}`)
    const env = { PATH: process.env.PATH, HOME: folder }
    const { code, stdout, stderr } = await follow(spawn('bash', ['-c', line], { cwd: folder, env })).ended
    expect([code, command], stdout + stderr).toEqual([0, command])
  }
})
