import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, '../node_modules')

export const compiler = join(modules, 'typescript/bin/tsc')

/** The folder of a project that has only the built package installed, and nothing else of this repository. */
export function consumerFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'svcpay-consumer-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of ['package.json', 'dist']) {
    cpSync(join(root, part), join(folder, 'node_modules/svcpay-client', part), { recursive: true })
  }
  mkdirSync(join(folder, 'node_modules/@types'))
  for (const name of ['@types/node', 'fastify']) {
    symlinkSync(join(modules, name), join(folder, 'node_modules', name), 'junction')
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

export function tsconfig(options: Record<string, unknown>): string {
  const strict = { strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true }
  const common = { target: 'es2022', types: ['node'], skipLibCheck: true, rootDir: '.', outDir: 'out' }
  return JSON.stringify({ compilerOptions: { ...strict, ...common, ...options } })
}

export interface Ended {
  code: number | null
  output: string
}

export async function run(args: string[], cwd: string, env: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env } })
  onTestFinished(() => void child.kill())
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, output: output.trim() }
}
