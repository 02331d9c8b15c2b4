import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { follow, type Running } from '../../service/test/support/cli.ts'
import type { UpInstance } from '../../service/test/support/up-instance.ts'

export interface Example extends Running {
  readonly url: string
}

/** Runs an example as its README says, on a running svcpay, and sends the demo merchant's callbacks to it. */
export async function startExample(
  name: string,
  up: UpInstance,
  settings: Record<string, string>,
): Promise<Example> {
  const folder = mkdtempSync(join(tmpdir(), `svcpay-${name}-`))
  const { data } = JSON.parse(await printed(up, 'merchants', 'list', '--json'))
  const merchantId: string = data[0].merchantId
  const rotate = ['callback', 'rotate-secret', merchantId, '--grace-seconds', '0', '--json']
  const { signingSecret } = JSON.parse(await printed(up, ...rotate))
  const program = fileURLToPath(new URL(`../../examples/${name}/server.js`, import.meta.url))
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    SVCPAY_URL: up.url,
    SVCPAY_API_KEY: /API key +(\S+)/.exec(up.firstBanner)?.[1],
    SVCPAY_CALLBACK_SECRET: signingSecret,
    ...settings,
  }
  const running = follow(spawn(process.execPath, [program], { cwd: folder, env }))
  onTestFinished(async () => {
    await running.signal('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  })
  const url = await running.says(/is at (http:\S+)/)
  await printed(up, 'callback', 'set', merchantId, `${url}/callbacks`)
  return { ...running, url }
}

export const sandboxOf = (up: UpInstance): string => /Sandbox +(http\S+)/.exec(up.banner)?.[1] ?? ''

async function printed(up: UpInstance, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await up.svcpay(...args)
  if (code !== 0) throw new Error(`svcpay ${args.join(' ')}: ${stderr}`)
  return stdout
}
