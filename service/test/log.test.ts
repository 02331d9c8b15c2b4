import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'

const createLogger = `import { createLogger } from '${new URL('../dist/log.js', import.meta.url)}'\n`

function run(program: string, stdio: SpawnOptions['stdio']) {
  const args = ['--input-type=module', '-e', createLogger + program]
  return spawn(process.execPath, args, { stdio, timeout: 120_000, killSignal: 'SIGKILL' })
}

it('no line is lost if the process ends in the turn that logged it', async () => {
  const program = `
    const { log } = createLogger('info')
    log.info({ number: 1 }, 'first')
    setImmediate(() => {
      log.info('second')
      log.error({ apiKey: 'svc_live_x' }, 'third')
      process.exit(3)
    })`
  const child = run(program, ['ignore', 'pipe', 'inherit'])
  const [stdout, [code]] = await Promise.all([text(child.stdout as Readable), once(child, 'exit')])
  expect(code).toBe(3)
  const lines = stdout.trim().split('\n')
  // a write that was in progress when the process ended may come last
  expect(lines.map(line => JSON.parse(line).msg).sort()).toEqual(['first', 'second', 'third'])
  expect(stdout).not.toContain('svc_live_x')
})

describe('an output that accepts no data', () => {
  /** Logs two megabytes over some turns, says how many lines were dropped, then ends. */
  const busy = `
    const { log, linesDropped, end } = createLogger('info')
    for (let turn = 0; turn < 20; turn++) {
      for (let i = 0; i < 10; i++) log.info({ text: 'x'.repeat(10_000) }, 'line')
      await new Promise(resolve => setTimeout(resolve, 1))
    }
    await end()
    console.error(linesDropped() > 0 && linesDropped() <= 200)
    log.info('the last one')
    process.exit(3)`

  it.each(['is full', 'has no reader', 'lost its reader'])(
    'because it %s neither blocks nor ends the process',
    async how => {
      const full = openSync('/dev/full', 'w')
      const child = run(busy, ['ignore', how === 'is full' ? full : 'pipe', 'pipe'])
      closeSync(full)
      if (how === 'lost its reader') child.stdout?.destroy()
      const [stderr, [code]] = await Promise.all([text(child.stderr as Readable), once(child, 'exit')])
      expect([code, stderr]).toEqual([3, 'true\n'])
    },
  )
})
