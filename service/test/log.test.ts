import { execFile } from 'node:child_process'
import { expect, it } from 'vitest'

const program = `
  import { createLogger } from '${new URL('../dist/log.js', import.meta.url)}'
  const { log } = createLogger('info')
  log.info({ number: 1 }, 'first')
  setImmediate(() => {
    log.info('second')
    log.error({ apiKey: 'svc_live_x' }, 'third')
    process.exit(3)
  })`

it('no line is lost when the process ends in the turn that logged it', async () => {
  const [code, stdout] = await new Promise<[unknown, string]>(resolve => {
    execFile(process.execPath, ['--input-type=module', '-e', program], (error, out) =>
      resolve([error?.code, out]),
    )
  })
  expect(code).toBe(3)
  const lines = stdout.trim().split('\n')
  // a write that was under way when the process ended may come last
  expect(lines.map(line => JSON.parse(line).msg).sort()).toEqual(['first', 'second', 'third'])
  expect(stdout).not.toContain('svc_live_x')
})
