import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Reader } from './reader.ts'

const maxBytes = 64 * 1024
const types: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
}

export type Brand = ReturnType<typeof readBrand>

/** The platform's name and logo, as merchants know them. The logo is a data URL, or null if there is none. */
export function readBrand(read: Reader) {
  return { name: read.text('SVC_BRAND_NAME', 'svcpay'), logo: readLogo(read) }
}

/** The file is part of the console's pages, which load nothing from elsewhere. */
function readLogo(read: Reader): string | null {
  const file = read.optional('SVC_BRAND_LOGO')
  if (file === null) return null
  const type = types[extname(file).toLowerCase()]
  if (!type) {
    read.refuse(`SVC_BRAND_LOGO must be a file whose name ends in ${Object.keys(types).join(', ')}.`)
    return null
  }
  try {
    const bytes = readFileSync(file)
    if (bytes.length <= maxBytes) return `data:${type};base64,${bytes.toString('base64')}`
    read.refuse('SVC_BRAND_LOGO must be a file of at most 64 KiB.')
  } catch {
    read.refuse(`SVC_BRAND_LOGO must be a readable file, not ${file}.`)
  }
  return null
}
