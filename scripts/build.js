import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = path => readFileSync(join(root, path), 'utf8')
const notSource = new Set(['node_modules', 'dist', 'test', 'data'])

// Builds the workspaces whose sources, or whose dependencies, have changed since they were built.
const shared = read('package-lock.json') + read('tsconfig.base.json')
const stale = JSON.parse(read('package.json'))
  .workspaces.filter(name => 'build' in (JSON.parse(read(`${name}/package.json`)).scripts ?? {}))
  .map(name => ({ name, stamp: join(root, name, 'dist', '.built'), digest: digestOf(join(root, name)) }))
  .filter(({ name, stamp, digest }) => !isBuilt(join(root, name, 'dist'), stamp, digest))

if (stale.length > 0) {
  const names = stale.map(({ name }) => name)
  console.log(`Building ${names.join(', ')} …`)
  const args = ['run', 'build', '--silent', ...names.flatMap(name => ['-w', name])]
  const { status } = spawnSync('npm', args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  for (const { stamp, digest } of stale) writeFileSync(stamp, digest)
}

function digestOf(dir) {
  const hash = createHash('sha256').update(shared)
  for (const file of filesIn(dir, notSource)) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

/** Files built by other means since then are not covered by the stamp. */
function isBuilt(dist, stamp, digest) {
  try {
    const builtAt = statSync(stamp).mtimeMs
    return (
      readFileSync(stamp, 'utf8') === digest && !filesIn(dist).some(file => statSync(file).mtimeMs > builtAt)
    )
  } catch {
    return false
  }
}

function filesIn(dir, without = new Set()) {
  return readdirSync(dir, { withFileTypes: true })
    .filter(entry => !without.has(entry.name))
    .flatMap(entry => {
      const path = join(dir, entry.name)
      return entry.isDirectory() ? filesIn(path, without) : [path]
    })
}
