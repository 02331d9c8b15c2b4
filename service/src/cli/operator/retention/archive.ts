import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, createGunzip, gzip } from 'node:zlib'
import { CommandFault } from '../../context.ts'

const compress = promisify(gzip)

export type ArchiveFile = ReturnType<typeof archiveFile>

/**
 * A file that is made with the first batch. Each batch is compressed separately: a crash can spoil only the last one,
 * whose rows have not been moved yet.
 */
export function archiveFile(folder: string, name: string) {
  const path = join(folder, `${name}.ndjson.gz`)
  let file: Awaited<ReturnType<typeof open>> | null = null

  async function create() {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const created = await open(path, 'ax', 0o600)
    const directory = await open(folder)
    await directory.sync().finally(() => directory.close())
    return created
  }

  return {
    get path() {
      return file && path
    },
    /** Resolves once the batch would survive a power failure. */
    async write(lines: string[]): Promise<void> {
      const batch = await compress(lines.map(line => `${line}\n`).join(''))
      try {
        file ??= await create()
        await file.writeFile(batch)
        await file.sync()
      } catch (error) {
        const reason = (error as Error).message
        throw new CommandFault(
          `${path} cannot be written (${reason}). What was moved before is safe. Make room, then run it again.`,
        )
      }
    },
    close: async () => await file?.close(),
  }
}

/** Reads the file a number of lines at a time. `isCut` when it ends in the middle of a batch. */
export async function readArchive(
  path: string,
  atOnce: number,
  take: (lines: string[]) => Promise<void>,
): Promise<{ isCut: boolean }> {
  const isCut = await isCutShort(path)
  let lines: string[] = []
  for await (const line of linesOf(path)) {
    lines.push(line)
    if (lines.length < atOnce) continue
    await take(lines)
    lines = []
  }
  await take(lines)
  return { isCut }
}

/** Reads all of it once, before anything is done with it. */
async function isCutShort(path: string): Promise<boolean> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  try {
    await pipeline(createReadStream(path), createGunzip(), nowhere)
    return false
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'Z_BUF_ERROR') return true
    throw new CommandFault(
      code.startsWith('Z_')
        ? `${path} is not an archive of svcpay retention.`
        : `${path} cannot be read: ${code}.`,
    )
  }
}

/** Whole lines only, also of a batch that was cut off. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const unpacked = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }).setEncoding('utf8')
  createReadStream(path)
    .on('error', error => unpacked.destroy(error))
    .pipe(unpacked)
  let rest = ''
  for await (const chunk of unpacked) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
