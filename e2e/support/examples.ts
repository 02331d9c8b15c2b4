import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { follow, type Running, temporaryFolder } from '../../service/test/support/cli.ts'

export interface Example {
  readonly url: string
  says(pattern: RegExp): Promise<string>
}

/** One example for the file, started with the settings that its README names. */
export function useExample(name: string, settings: () => Promise<Record<string, string>>): Example {
  const folder = temporaryFolder()
  let running: Running
  let url: string
  beforeAll(async () => {
    const program = fileURLToPath(new URL(`../../examples/${name}/server.js`, import.meta.url))
    const env = { PATH: process.env.PATH, PORT: '0', ...(await settings()) }
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
