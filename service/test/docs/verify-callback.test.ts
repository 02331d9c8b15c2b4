import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { needs } from '../../../vitest.needs.ts'
import { blocksOf, readPage } from './pages.ts'

const page = readPage('docs/callbacks.md')
const secret = 'whsec_test_vector'
const t = 1700000000
const orderRef = 'Café-1001'
const body = `{"id":"evt_vector","type":"payment_intent.succeeded","data":{"object":{"metadata":{"orderRef":"${orderRef}"}}}}`
const signature = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')

/** For each language on the machine: how to read a variable, build the program, and run it. */
const languages = [
  { language: 'js', file: 'verify.mjs', header: 'process.env.HEADER', run: [process.execPath, 'verify.mjs'] },
  {
    language: 'python',
    file: 'verify.py',
    header: '__import__("os").environ["HEADER"]',
    run: ['python3', 'verify.py'],
  },
  { language: 'php', file: 'verify.php', header: "getenv('HEADER')", run: ['php', 'verify.php'] },
  { language: 'ruby', file: 'verify.rb', header: "ENV['HEADER']", run: ['ruby', 'verify.rb'] },
  {
    language: 'go',
    file: 'verify.go',
    header: 'os.Getenv("HEADER")',
    build: ['go', 'build', 'verify.go'],
    run: ['./verify'],
  },
  {
    language: 'java',
    file: 'Verify.java',
    header: 'System.getenv("HEADER")',
    build: ['javac', '-encoding', 'UTF-8', 'Verify.java'],
    run: ['java', 'Verify'],
  },
  {
    language: 'csharp',
    file: 'verify.cs',
    header: 'Environment.GetEnvironmentVariable("HEADER")',
    build: ['mcs', 'verify.cs'],
    run: ['mono', 'verify.exe'],
  },
]

const rubbish = [
  '',
  'rubbish',
  '=,=,,',
  `v1=${signature}`,
  `t=${t}`,
  `t=,v1=${signature}`,
  `t=99999999999999999999,v1=${signature}`,
  `t=${t},v1=é${signature.slice(1)}`,
]

function programIn(language: string): string {
  const [program = ''] = blocksOf(page, language).map(({ code }) => code)
  return program
}

/** Builds the program once, and runs it with any header. */
function build({ language, file, header, build, run }: (typeof languages)[number]) {
  const folder = mkdtempSync(join(tmpdir(), 'svcpay-verify-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const literal = new RegExp(`(["'])t=${t},v1=${signature}\\1`)
  const program = programIn(language)
  expect(program).toMatch(literal)
  writeFileSync(
    join(folder, file),
    program.replace(literal, () => header),
  )
  const start = ([command = '', ...args]: string[], HEADER = '') => {
    const env = { ...process.env, LANG: 'C.UTF-8', HEADER }
    return spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' })
  }
  if (build) expect(start(build)).toMatchObject({ status: 0 })
  return (given: string) => start(run, given)
}

describe.each(languages)('the program in $language', one => {
  it('uses the vector in the table', () => {
    const program = programIn(one.language).replaceAll('\\"', '"')
    for (const value of [secret, body, `t=${t},v1=${signature}`]) expect(program).toContain(value)
    expect(page).toContain(`| Raw body | \`${body}\` |`)
  })

  it('accepts one of several signatures, and rejects everything else as not signed', test => {
    const programs = [one.build, one.run].flatMap(([program] = []) => program ?? [])
    for (const program of programs.filter(name => !/\//.test(name))) needs(test, program)
    const answer = build(one)
    const wrong = signature.replace(/^./, '0')
    const several = answer(`t=${t},v1=${wrong},v1=${signature}`)
    expect(several.stdout.trim(), several.stderr).toBe(orderRef)
    for (const header of [`t=${t},v1=${wrong}`, ...rubbish]) {
      const { stdout, stderr } = answer(header)
      expect(stdout, header).not.toContain(orderRef)
      expect(`${stdout}${stderr}`, header).toContain('not signed')
    }
  })
})
