import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { overwrite } from './data-dir.ts'
import { orNullIfMissing } from './errors.ts'

/** What a running PostgreSQL says of itself in postmaster.pid. */
interface PostmasterFile {
  pid: number
  startedAtSeconds: number
  port: number
  ready: boolean
}

export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | null> {
  const content = await orNullIfMissing(readFile(postmasterFile(cluster), 'utf8'))
  const lines = content?.split('\n') ?? []
  const pid = Number(lines[0])
  if (!pid) return null
  return {
    pid,
    startedAtSeconds: Number(lines[2]),
    port: Number(lines[3]),
    ready: ['ready', 'standby'].includes(lines[7]?.trim() ?? ''),
  }
}

/**
 * PostgreSQL will not start while the pid in a left-behind file lives, even as a stranger's. It ignores the
 * pid of its own parent: with ours in the file it starts, and still checks that no orphan of the dead server
 * uses its shared memory, which a removed file would prevent.
 */
export async function disownPostmasterFile(cluster: string): Promise<void> {
  const content = await orNullIfMissing(readFile(postmasterFile(cluster), 'utf8'))
  if (content !== null) await overwrite(postmasterFile(cluster), content.replace(/^.*/, String(process.pid)))
}

function postmasterFile(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}
