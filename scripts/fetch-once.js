import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Installs the packages of a folder that has a lock file of its own: those that a single test or benchmark needs, and
 * `npm ci` leaves out. They stay there, so this happens once.
 *
 * @param {string} folder
 * @param {string} what as it is told who waits for it
 */
export async function fetchOnce(folder, what) {
  // npm writes this file when everything else is in place.
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return
  console.warn(`Fetching ${what} from npm, once …`)
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: folder })
}
