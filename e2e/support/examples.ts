import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { follow, type Running, temporaryFolder } from '../../service/test/support/cli.ts'
import type { UpInstance } from '../../service/test/support/up-instance.ts'

export interface Example {
  readonly url: string
  says(pattern: RegExp): Promise<string>
}

/** One example for the file, started as its README says, on a running svcpay with its demo merchant. */
export function useExample(
  name: string,
  up: UpInstance,
  settings: () => Promise<Record<string, string>>,
): Example {
  const folder = temporaryFolder()
  let running: Running
  let url: string
  beforeAll(async () => {
    const program = fileURLToPath(new URL(`../../examples/${name}/server.js`, import.meta.url))
    const env = {
      PATH: process.env.PATH,
      PORT: '0',
      SVCPAY_URL: up.url,
      SVCPAY_API_KEY: /API key +(\S+)/.exec(up.firstBanner)?.[1],
      ...(await settings()),
    }
    running = follow(spawn(process.execPath, [program], { cwd: folder.path, env }))
    url = await running.says(/is at (http:\S+)/)
  })
  afterAll(async () => {
    await running?.signal('SIGTERM')
    folder.remove()
  })
  return {
    get url() {
      return url
    },
    says: pattern => running.says(pattern),
  }
}

export const sandboxOf = (up: UpInstance): string => /Sandbox +(http\S+)/.exec(up.banner)?.[1] ?? ''

/** Has the demo merchant's callbacks sent to a URL; returns the secret that signs them. */
export async function sendCallbacksTo(up: UpInstance, url: string): Promise<string> {
  const { data } = JSON.parse(await printed(up, 'merchants', 'list', '--json'))
  const merchantId: string = data[0].merchantId
  await printed(up, 'callback', 'set', merchantId, url)
  const rotate = ['callback', 'rotate-secret', merchantId, '--grace-seconds', '0', '--json']
  return JSON.parse(await printed(up, ...rotate)).signingSecret
}

async function printed(up: UpInstance, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await up.svcpay(...args)
  if (code !== 0) throw new Error(`svcpay ${args.join(' ')}: ${stderr}`)
  return stdout
}
