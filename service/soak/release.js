import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** The commit of the newest release, as the changelog names it: `## 0.1.0 (commit 210f67a)`. */
export function commitOfLastRelease() {
  const [, commit] =
    /^## \d+\.\d+\.\d+ \(commit ([0-9a-f]{7,})\)/m.exec(readFileSync(`${root}CHANGELOG.md`, 'utf8')) ?? []
  if (!commit) throw new Error('CHANGELOG.md names no commit of a release: name one with --from')
  return commit
}

/** Builds a release from its commit, and returns its folder. The folder is kept, so each release is built only once. */
export async function buildRelease(name) {
  const commit = (
    await run('git', ['rev-parse', '--verify', `${name}^{commit}`], { cwd: root })
  ).stdout.trim()
  const dir = join(tmpdir(), `svcpay-release-${commit.slice(0, 12)}`)
  const isBuilt = join(dir, '.built')
  if (existsSync(isBuilt)) return dir
  console.log(`building ${commit.slice(0, 12)} in ${dir}`)
  await mkdir(dir, { recursive: true })
  await run('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, dir], { cwd: root })
  await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: dir, maxBuffer: 2 ** 26 })
  await writeFile(isBuilt, '')
  return dir
}
