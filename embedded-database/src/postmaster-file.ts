import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { overwrite } from './data-dir.ts'
import { orNullIfMissing } from './errors.ts'

/** The content of a running PostgreSQL's postmaster.pid. */
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
 * PostgreSQL does not start while a process with the pid in a leftover file is alive, even if it is an unrelated one. It
 * ignores the pid of its own parent, so with our pid in the file it starts. It still checks that no orphan of the dead
 * server uses its shared memory, which it could not do if we removed the file.
 */
export async function disownPostmasterFile(cluster: string): Promise<void> {
  const content = await orNullIfMissing(readFile(postmasterFile(cluster), 'utf8'))
  if (content !== null) await overwrite(postmasterFile(cluster), content.replace(/^.*/, String(process.pid)))
}

function postmasterFile(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}
