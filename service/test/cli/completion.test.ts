import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { needs } from '../../../vitest.needs.ts'
import { folderForThisTest } from '../support/cli.ts'
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

it('completes the paths and fields of the operator API', async () => {
  expect(await completions('api', 'PA')).toEqual(['PATCH'])
  expect(await completions('api', '/me')).toEqual(['/merchants', '/merchants/'])
  expect(await completions('api', 'PATCH', '/')).toEqual(['/merchants/'])
  expect(await completions('api', 'GET', '/merchants/mer_1/k')).toEqual(['/merchants/mer_1/keys'])
  expect(await completions('api', '--all', 'GET', '/merchants/mer_1/')).toContain('/merchants/mer_1/events/')
  expect(await completions('api', 'POST', '/merchants', 'fee')).toEqual(['feeBps=', 'feeFixedCents='])
  expect(await completions('api', 'POST', '/merchants', 'feeBps=1', 'fee')).toEqual(['feeFixedCents='])
})

/** Each shell loads its script and prints its completions of a line; zsh without its line editor. */
const asked: Record<string, string> = {
  bash: 'source <(svcpay completion bash); COMP_WORDS=(svcpay payments re); COMP_CWORD=2; _svcpay; echo $COMPREPLY',
  zsh: 'compdef() {}; compadd() { eval "print -l -- \\$$2" }; source <(svcpay completion zsh); words=(svcpay payments re); CURRENT=3; _svcpay',
  fish: 'svcpay completion fish | source; complete -C "svcpay payments re"',
}

describe.each(Object.entries(asked))('%s', (shell, script) => {
  it('has a script that calls svcpay itself', async () => {
    const { code, stdout } = await run(['completion', shell])
    expect([code, stdout]).toEqual([0, expect.stringContaining('svcpay complete -- ')])
  })

  it('completes a line with that script', test => {
    needs(test, shell)
    const folder = folderForThisTest()
    symlinkSync(fileURLToPath(new URL('../../bin/svcpay.js', import.meta.url)), join(folder, 'svcpay'))
    const env = { PATH: `${folder}:${process.env.PATH}`, HOME: folder }
    expect(spawnSync(shell, ['-c', script], { env, encoding: 'utf8' })).toMatchObject({
      stdout: 'refund\n',
      stderr: '',
    })
  })
})

it('prints the version, and fails for an unknown command', async () => {
  expect(await run(['--version'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  })
  expect(await run(['completion', 'tcsh'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('bash, zsh, fish'),
  })
})
