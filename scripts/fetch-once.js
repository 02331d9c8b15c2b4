import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Installs the packages of a folder with its own lock file. Only one test or benchmark needs them, so `npm ci` in the
 * root does not install them. They stay there, so this happens once.
 *
 * @param {string} folder
 * @param {string} what its name in the message shown during the wait
 */
export async function fetchOnce(folder, what) {
  // npm writes this file when everything else is in place.
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return
  console.warn(`Fetching ${what} from npm, once …`)
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: folder })
}
