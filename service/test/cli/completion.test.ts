import { expect, it } from 'vitest'
import { run } from './in-process.ts'

const completions = async (...words: string[]) => {
  const { code, stdout } = await run(['complete', '--', ...words])
  expect(code).toBe(0)
  return stdout.trim().split('\n')
}

it('completes commands, options and their values', async () => {
  expect(await completions('pay')).toEqual(['payments'])
  expect(await completions('payments', 're')).toEqual(['refund'])
  expect(await completions('payments', 'list', '--st')).toEqual(['--status'])
  expect(await completions('payments', 'list', '--status', 's')).toEqual(['succeeded'])
  expect(await completions('trigger', 'charge.d')).toEqual([
    'charge.dispute.created',
    'charge.dispute.closed',
  ])
  expect(await completions('nonsense', 'x')).toEqual([''])
})

it.each(['bash', 'zsh', 'fish'])('prints a script for %s that asks svcpay itself', async shell => {
  const { code, stdout } = await run(['completion', shell])
  expect([code, stdout]).toEqual([0, expect.stringContaining('svcpay complete -- ')])
})

it('prints the version, and fails on what is no command', async () => {
  expect(await run(['--version'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  })
  expect(await run(['completion', 'tcsh'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('bash, zsh, fish'),
  })
})
