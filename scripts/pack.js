import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { noticesFor, readBundledPackages } from './bundled-packages.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const published = ['svcpay', 'svcpay-sandbox', 'svcpay-client']
const notices = 'THIRD-PARTY-NOTICES.txt'
const destination = resolve(process.argv[2] ?? join(root, 'packages'))

/**
 * Writes a tarball of each published package. It contains the workspaces that the package depends on, because those are
 * not on the registry. So each tarball can be installed on its own, and no stranger's package of the same name can
 * replace a workspace.
 */
function packAll() {
  const workspaces = readWorkspaces()
  const staging = mkdtempSync(join(tmpdir(), 'svcpay-pack-'))
  try {
    addFiles(workspaces)
    const folders = published.map(name => stage(name, workspaces, join(staging, name)))
    rmSync(destination, { recursive: true, force: true })
    mkdirSync(destination, { recursive: true })
    const packed = npm(['pack', '--json', '--ignore-scripts', '--pack-destination', destination, ...folders])
    for (const { filename, size } of Object.values(JSON.parse(packed))) {
      console.log(`${join(destination, filename)} (${Math.ceil(size / 1024)} kB)`)
    }
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

function readWorkspaces() {
  const paths = readManifest(root).workspaces.map(path => join(root, path))
  const workspaces = paths.map(path => ({ ...readManifest(path), path }))
  return new Map(workspaces.map(workspace => [workspace.name, workspace]))
}

/** The files that npm would publish. */
function addFiles(workspaces) {
  const names = new Set(published.flatMap(name => [name, ...neededBy(name, workspaces)]))
  const chosen = [...names].flatMap(name => ['--workspace', name])
  const listed = npm(['pack', '--json', '--dry-run', '--ignore-scripts', ...chosen])
  for (const { name, files } of Object.values(JSON.parse(listed))) {
    workspaces.get(name).files = files.map(({ path }) => path).filter(path => !/^dist\/\.\w+$/.test(path))
  }
}

function stage(name, workspaces, target) {
  const workspace = workspaces.get(name)
  const inside = neededBy(name, workspaces)
  copy(workspace, target)
  for (const each of inside) copy(workspaces.get(each), join(target, 'node_modules', each))
  const all = [name, ...inside].map(each => workspaces.get(each))
  const { devDependencies: _, scripts: __, ...manifest } = readManifest(workspace.path)
  const complete = {
    ...manifest,
    files: [...manifest.files, notices],
    dependencies: { ...fromRegistry('dependencies', all, workspaces), ...versionsOf(inside, workspaces) },
    optionalDependencies: fromRegistry('optionalDependencies', all, workspaces),
    bundleDependencies: inside,
  }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(complete, null, 2)}\n`)
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
  const bundled = all.flatMap(({ path }) => readBundledPackages(path))
  if (bundled.length > 0) writeFileSync(join(target, notices), noticesFor(bundled))
  return target
}

/** The workspaces that this one depends on, directly or through others. */
function neededBy(name, workspaces, found = new Set()) {
  for (const each of Object.keys(workspaces.get(name).dependencies ?? {})) {
    if (!workspaces.has(each) || found.has(each)) continue
    found.add(each)
    neededBy(each, workspaces, found)
  }
  return [...found]
}

/** The dependencies of all parts of a tarball are installed side by side, so their versions must agree. */
function fromRegistry(kind, parts, workspaces) {
  const wanted = new Map()
  for (const part of parts) {
    const { name, [kind]: needs = {} } = part
    const bundled = bundledIn(part)
    for (const [each, range] of Object.entries(needs)) {
      if (workspaces.has(each) || bundled.includes(`node_modules/${each}`)) continue
      const other = wanted.get(each) ?? range
      if (other !== range) throw new Error(`${name} wants ${each} ${range}, another workspace ${other}`)
      wanted.set(each, range)
    }
  }
  return Object.fromEntries(wanted)
}

/** A part published as a bundle, without other built files, needs none of the packages in the bundle. */
function bundledIn({ path, files }) {
  const isOnlyBundle = files
    .filter(file => file.startsWith('dist/'))
    .every(file => file.startsWith('dist/bundle/'))
  return isOnlyBundle ? readBundledPackages(path) : []
}

const versionsOf = (names, workspaces) =>
  Object.fromEntries(names.map(name => [name, workspaces.get(name).version]))

function copy({ path, files }, target) {
  for (const file of files) cpSync(join(path, file), join(target, file))
}

const readManifest = folder => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

function npm(args) {
  return execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

packAll()
