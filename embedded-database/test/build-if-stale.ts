import { execFileSync } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const packageDir = join(import.meta.dirname, '..')

/** `npm test` builds first; a bare `vitest` after an edit must not test the old build. */
export async function buildIfStale(): Promise<void> {
  const source = join(packageDir, 'src')
  const built = await stat(join(packageDir, 'dist', 'index.js')).catch(() => null)
  const edits = await Promise.all(
    (await readdir(source)).map(async name => (await stat(join(source, name))).mtimeMs),
  )
  if (built && built.mtimeMs >= Math.max(...edits)) return
  const compiler = join(packageDir, '..', 'node_modules', '.bin', 'tsc')
  execFileSync(compiler, ['-p', packageDir], { stdio: 'inherit' })
}
