import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyDir } from '../../embedded-database/test/used-dir.ts'

const program = fileURLToPath(new URL('../../service/bin/svcpay.js', import.meta.url))

/** The address of an instance of `svcpay up`, and its output. */
export interface Instance {
  url: string
  dataDir: string
  banner: string
}

/** `svcpay up`, shared by all files that need no instance of their own; each adds its own merchants. */
export async function startShared(usedDir: string): Promise<{ instance: Instance; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'svcpay-e2e-'))
  await copyDir(usedDir, join(folder, 'data'))
  const up = spawn(process.execPath, [program, 'up'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      SANDBOX_PORT: '0',
      // A callback that fails becomes a dead letter within a second.
      SVC_CALLBACK_RETRY_DELAYS_MS: Array(8).fill('20').join(','),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(up, 'close')
  let banner = ''
  for await (const text of up.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    banner += text
    if (banner.includes('Ctrl-C stops everything')) break
  }
  up.stdout.resume()
  const url = /API +(http\S+)\/v1/.exec(banner)?.[1]
  if (!url) throw new Error(`svcpay up ended: ${banner}`)
  return {
    instance: { url, banner, dataDir: join(folder, 'data') },
    async stop() {
      up.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
