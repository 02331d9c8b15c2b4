import { execFileSync } from 'node:child_process'
import { close, closeSync, mkdtempSync, open, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Keeps every thread of libuv's pool busy until the test ends: opening a pipe blocks until there is a writer. */
export function holdThreads(): void {
  const folder = mkdtempSync(join(tmpdir(), 'svcpay-threads-'))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const size = Number(process.env.UV_THREADPOOL_SIZE ?? 4)
  const opened = Array.from(
    { length: size },
    () =>
      new Promise<number>((resolve, reject) =>
        open(pipe, 'r', (error, fd) => (error ? reject(error) : resolve(fd))),
      ),
  )
  onTestFinished(async () => {
    const writer = openSync(pipe, 'r+')
    for (const fd of await Promise.all(opened)) close(fd)
    closeSync(writer)
    rmSync(folder, { recursive: true })
  })
}
