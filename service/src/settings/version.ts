import { readFileSync } from 'node:fs'

/** The manifest is two folders up, both from here and from the bundle. */
const manifest: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)

export const { version } = manifest
