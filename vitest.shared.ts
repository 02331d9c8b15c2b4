import { readFileSync, statfsSync } from 'node:fs'

const memory = '/dev/shm'
const roomNeeded = 2 * 2 ** 30

// Databases are hundreds of small files each, and come and go by the hundred: a file system in memory creates and
// removes them much faster than a disk. Set TMPDIR to keep them elsewhere.
if (hasRoomInMemory()) process.env.TMPDIR ??= memory

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= roomNeeded && allowsPrograms(memory)
  } catch {
    return false
  }
}

/** Some tests run programs that they put there. */
function allowsPrograms(place: string): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const options = mounts.map(line => line.split(' ')).find(([, path]) => path === place)?.[3]
  return options !== undefined && !options.split(',').includes('noexec')
}

/** Settings of every project. */
export const shared = {
  // Modules keep no state of their own, so that files can share them: importing the service takes a second.
  isolate: false,
  // The default of 16 MB makes them collect garbage so often that it takes a twentieth of the time.
  execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
  // Limits only end tests that hang: on a busy machine everything may take long, and a green run waits for none of them.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // other waits have the same limit: vitest.waits.ts
  expect: { poll: { timeout: 300_000 } },
}
