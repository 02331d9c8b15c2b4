import { constants } from 'node:fs'
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { errorCode, orNullIfMissing } from './errors.ts'

interface Link {
  path: string
  to: string
}

/** npm packs no symbolic links. The package lists them, and its install script, which npm may skip, creates them. */
async function listedLinks(native: string): Promise<Link[]> {
  const list = await orNullIfMissing(readFile(join(native, 'pg-symlinks.json'), 'utf8'))
  const entries: { source: string; target: string }[] = list === null ? [] : JSON.parse(list)
  return entries.map(({ source, target }) => ({
    path: relative('native', target),
    to: relative(dirname(target), source),
  }))
}

export async function makeMissingLinks(native: string, root = native): Promise<void> {
  for (const { path, to } of await listedLinks(native)) {
    await symlink(to, join(root, path)).catch(error => {
      if (errorCode(error) !== 'EEXIST') throw error
    })
  }
}

/**
 * Makes a copy that everyone may read and only we may write. It appears under its name complete or not at all, and a
 * directory that somebody else put there is refused.
 */
export async function privateCopy(native: string, target: string): Promise<void> {
  if (await isOurCompleteCopy(native, target)) return
  const unfinished = await mkdtemp(`${target}.`)
  const damaged = `${unfinished}.damaged`
  try {
    for (const file of await filesToRun(native)) await copyEntry(join(native, file), join(unfinished, file))
    await makeMissingLinks(native, unfinished)
    await chmod(unfinished, 0o755)
    // Another start may have been faster, and its PostgreSQL runs from its copy.
    if (await isOurCompleteCopy(native, target)) return
    await orNullIfMissing(rename(target, damaged))
    await rename(unfinished, target)
  } finally {
    for (const rest of [unfinished, damaged]) await rm(rest, { recursive: true, force: true })
  }
}

async function isOurCompleteCopy(native: string, target: string): Promise<boolean> {
  const found = await orNullIfMissing(lstat(target))
  if (found === null) return false
  const ours = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
  if (!ours) throw new Error(`${target} exists and belongs to somebody else`)
  for (const file of await filesToRun(native)) {
    const [original, copy] = [
      await lstat(join(native, file)),
      await orNullIfMissing(lstat(join(target, file))),
    ]
    if (copy === null || (original.isFile() && copy.size !== original.size)) return false
  }
  return true
}

/** Leaves out files that are only for compiling extensions. */
async function filesToRun(native: string): Promise<string[]> {
  const entries = await readdir(native, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => !entry.isDirectory())
    .map(entry => relative(native, join(entry.parentPath, entry.name)))
    .filter(file => !/\.a$|\/(pgxs|pkgconfig)\/|^include\//.test(file))
}

async function copyEntry(from: string, to: string): Promise<void> {
  const entry = await lstat(from)
  await mkdirReadable(dirname(to))
  if (entry.isSymbolicLink()) return symlink(await readlink(from), to)
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  await chmod(to, entry.mode & 0o100 ? 0o755 : 0o644)
}

/** The modes must depend neither on the umask nor on the original's modes. */
async function mkdirReadable(dir: string): Promise<void> {
  const first = await mkdir(dir, { recursive: true })
  for (let made = dir; first && made.length >= first.length; made = dirname(made)) await chmod(made, 0o755)
}
