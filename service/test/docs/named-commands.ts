import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

export interface Named {
  command: string
  options: string[]
  page: string
}

const commandPattern =
  /(?:npm (?:ci|start|test|run [a-z:]+)|node [\w-]+\/[\w/-]+\.js|npx vitest run \S+|(?:deploy\/)[\w/-]+\.sh)/g

/** Every command of this repository in a document or a file of `deploy`, with its options. */
export function namedCommands(): Named[] {
  return documents().flatMap(page =>
    codeOf(page)
      .flatMap(code => code.split(/&&|[;|]/))
      .flatMap(code => [...code.matchAll(commandPattern)].map(match => namedIn(page, code, match))),
  )
}

function namedIn(page: string, code: string, { 0: name, index }: RegExpExecArray): Named {
  const rest = code.slice(index + name.length)
  const workspace = name.startsWith('npm') ? (/^ -w \S+/.exec(rest)?.[0] ?? '') : ''
  return { page, command: name + workspace, options: rest.match(/(?<=\s)--[a-z][\w-]*/g) ?? [] }
}

/** Without the changelog, which names removed commands. */
function documents(): string[] {
  const filesIn = (folder: string, isWanted: RegExp) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(file => isWanted.test(file) && !/node_modules|dist\//.test(file))
      .map(file => join(folder, file))
  const folders = ['docs', 'service', 'sandbox', 'client', 'console', 'examples', 'e2e', 'bench']
  return [
    'README.md',
    'CONTRIBUTING.md',
    ...folders.flatMap(folder => filesIn(folder, /\.md$/)),
    ...filesIn('deploy', /\.(sh|md|ya?ml)$|Dockerfile$/),
  ]
}

/** Lines of code blocks, and code within sentences, which may continue on the next line. */
function codeOf(page: string): string[] {
  const text = read(page)
  if (!page.endsWith('.md')) return text.split('\n')
  const fences = /^```[^\n]*\n([\s\S]*?)^```$/gm
  const blocks = [...text.matchAll(fences)].flatMap(([, code = '']) => code.split('\n'))
  const spans = [...text.replaceAll(fences, '').matchAll(/`([^`]+)`/g)]
  return [...blocks, ...spans.map(([, code = '']) => code.replaceAll('\n', ' '))]
}

/** The program of a command, and its folder. Leaves out the build, because tests use the existing one. */
export function programOf(command: string): { line: string; cwd: string } {
  const [, name, workspace = ''] = /^npm (?:run )?([a-z:]+)(?: -w (\S+))?$/.exec(command) ?? []
  if (!name) return { line: command, cwd: root }
  const script: string = JSON.parse(read(join(workspace, 'package.json'))).scripts[name]
  const line = script.replace(/^npm run build --silent && /, '').replace(/^exec /, '')
  const [, other, args] = /^npm run (\S+) --silent -- (.*)$/.exec(line) ?? []
  if (other) return { line: `${programOf(`npm run ${other}`).line} ${args}`, cwd: root }
  return { line, cwd: join(root, workspace) }
}

/** How the tests show that a command still runs. */
export type Smoke =
  /** With these arguments it takes seconds, but measures too little to meet its targets. */
  | { args: string; prints: RegExp; codes?: number[] }
  /** This file runs it, and so contains this text. */
  | { by: string; text: string }
  /** Vitest, with files that take too long here; they are type-checked. */
  | 'vitest'
  /** A shell script that needs programs which tests do not have. */
  | 'shell'

const filled = 'bench/test/filled-database.test.ts'

export const smokes: Record<string, Smoke> = {
  'npm ci': { by: '.ci/run', text: 'npm ci' },
  'npm test': { by: '.ci/run', text: 'npm test' },
  'npm start': { by: 'service/test/cli/up/npm-start.test.ts', text: "'npm', ['start'" },
  'npm start -w examples/shop': { by: 'e2e/support/examples.ts', text: '/server.js' },
  'npm start -w examples/till': { by: 'e2e/support/examples.ts', text: '/server.js' },
  'npm run build': { by: 'package.json', text: '"types": "node scripts/build.js &&' },
  'npm run build -w sandbox': { by: 'scripts/build.js', text: "['run', 'build'" },
  'npm run check': { by: 'package.json', text: '"test": "npm run check' },
  'npm run format': { by: 'package.json', text: '"check": "biome check' },
  'npm run test:more': { by: '.ci/run', text: 'npm run test:more' },
  'npm run test:times': { by: 'package.json', text: '--reporter=./vitest.times.ts' },
  'npm run pack': { by: 'client/test/installed.test.ts', text: 'scripts/pack.js' },
  'npm run test:installed': 'vitest',
  'npm run test:widths': 'vitest',
  'npm run test:citus': 'vitest',
  'npm run bench:console': 'vitest',
  'npm run screenshots': 'vitest',
  'npm run schema': 'vitest',
  'npm run openapi': 'vitest',
  'npm run generate -w client': 'vitest',
  'npx vitest run service/test/payments/apply-snapshot.test.ts': 'vitest',
  'npm run test:upgrade': { by: 'package.json', text: 'npm run soak --silent -- --upgrade' },
  'npm run test:packed': { by: 'package.json', text: 'npm run soak --silent -- --packed' },
  'npm run soak': {
    args: '--seed 1 --seconds 1 --clients 2 --merchants 1',
    prints: /nothing lost, nothing duplicated/,
  },
  'npm run bench': {
    args: 'B4 --allocations --rounds 1 --seconds 0.05 --backlog 20 --json /dev/null',
    prints: /B4 {2}events\/s vs. the floor[\s\S]* kB allocated per operation/,
  },
  'npm run smoke -w bench': { by: 'bench/package.json', text: '"smoke": "node run.js ' },
  'node bench/run.js': { by: 'package.json', text: 'node bench/run.js' },
  'node bench/fill.js': { by: filled, text: 'fill.js' },
  'node bench/sizes.js': { by: filled, text: 'sizes.js' },
  'node bench/lists.js': { by: filled, text: 'lists.js' },
  'node bench/disk.js': { args: '--payments 4', prints: /4 payments, 1\d events[\s\S]*\| all \|/ },
  'node bench/reconcile.js': { args: '--payments 8 --settle 0', prints: /done: 8 payments.* 0 differences/ },
  'npm run overload -w service': {
    args: '--seconds 0.5 --sustainable 40 --burst 20 --processor-ms 50',
    prints: /"accepted p99 ≤ 1 s"/,
    codes: [0, 1],
  },
  'npm run bench -w sandbox': { args: '--requests 50', prints: /payment intents.*1050/ },
  'npm run outside -w sandbox': { by: 'sandbox/test/outside.test.ts', text: '../outside/run.js' },
  'deploy/ha/trial.sh': 'shell',
  'deploy/ha/cluster.sh': 'shell',
  'deploy/citus/trial.sh': 'shell',
  'deploy/citus/cluster.sh': 'shell',
}

export const withHelp = [
  'npm run bench',
  'npm run soak',
  'npm run overload -w service',
  'npm run bench -w sandbox',
  'npm run outside -w sandbox',
  'node bench/fill.js',
  'node bench/sizes.js',
  'node bench/lists.js',
  'node bench/disk.js',
  'node bench/reconcile.js',
  'npm run test:upgrade',
  'npm run test:packed',
  'npm run smoke -w bench',
  'npm start',
]
