import { readFileSync } from 'node:fs'

/** Two folders up both from here and from the bundle. */
const manifest: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)

/** The package's own version: package.json is the one place where it is written. */
export const { version } = manifest
