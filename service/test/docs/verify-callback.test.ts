import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { blocksOf, readPage } from './pages.ts'

const page = readPage('docs/callbacks.md')
const secret = 'whsec_test_vector'
const t = 1700000000
const orderRef = 'Café-1001'
const body = `{"id":"evt_vector","type":"payment_intent.succeeded","data":{"object":{"metadata":{"orderRef":"${orderRef}"}}}}`
const signature = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')

/** How to run the program of each language; the first entry is what must be on the machine. */
const languages = [
  { language: 'js', file: 'verify.mjs', steps: [[process.execPath, 'verify.mjs']] },
  { language: 'python', file: 'verify.py', steps: [['python3', 'verify.py']] },
  { language: 'php', file: 'verify.php', steps: [['php', 'verify.php']] },
  { language: 'ruby', file: 'verify.rb', steps: [['ruby', 'verify.rb']] },
  { language: 'go', file: 'verify.go', steps: [['go', 'run', 'verify.go']] },
  { language: 'java', file: 'Verify.java', steps: [['java', '-Dfile.encoding=UTF-8', 'Verify.java']] },
  {
    language: 'csharp',
    file: 'verify.cs',
    steps: [
      ['mcs', 'verify.cs'],
      ['mono', 'verify.exe'],
    ],
  },
]

function programIn(language: string): string {
  const [program = ''] = blocksOf(page, language).map(({ code }) => code)
  return program
}

function run(file: string, steps: string[][], program: string) {
  const folder = mkdtempSync(join(tmpdir(), 'svcpay-verify-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, file), program)
  const env = { ...process.env, LANG: 'C.UTF-8' }
  const results = steps.map(([command = '', ...args]) =>
    spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' }),
  )
  return { stdout: results.at(-1)?.stdout ?? '', stderr: results.map(({ stderr }) => stderr).join('') }
}

describe.each(languages)('the program in $language', ({ language, file, steps }) => {
  const isThere = steps.every(([command = '']) => spawnSync(command, ['--version']).error === undefined)

  it('has the vector of the table', () => {
    const program = programIn(language).replaceAll('\\"', '"')
    for (const value of [secret, body, `t=${t},v1=${signature}`]) expect(program).toContain(value)
    expect(page).toContain(`| Raw body | \`${body}\` |`)
  })

  it.runIf(isThere)('accepts a signature among several, and refuses a wrong one', () => {
    const program = programIn(language)
    const wrong = signature.replace(/^./, '0')
    const several = run(file, steps, program.replace(`v1=${signature}`, `v1=${wrong},v1=${signature}`))
    expect(several.stdout.trim(), several.stderr).toBe(orderRef)
    expect(run(file, steps, program.replace(signature, wrong)).stdout).not.toContain(orderRef)
  })
})
