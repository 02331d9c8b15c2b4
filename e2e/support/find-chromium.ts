import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge']

const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  '/snap/bin/chromium',
  '/usr/lib/chromium/chromium',
]

/** A browser of the Chromium family: the one named by CHROMIUM_PATH, one of this machine, or a new one. */
export function findChromium(): string {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (isProgram(named)) return named
    throw new Error(`CHROMIUM_PATH is ${named}, which is not a program`)
  }
  const found = installed() ?? (install() ? installed() : undefined)
  if (found) return found
  throw new Error(
    'The browser tests need Chromium or Chrome: install it, or set CHROMIUM_PATH to its program',
  )
}

function installed(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  const candidates = names.flatMap(name => folders.map(folder => join(folder, name)))
  return [...candidates, ...elsewhere].find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Where packages come from apt and we may install them, as in a container of a build. */
function install(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      env,
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}
