import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'

/** The package's folder, at the same place relative to the source and the build. */
const root = new URL('../../', import.meta.url)

const files: Readonly<Record<string, { path: string; type: string }>> = {
  'style.css': { path: 'browser/style.css', type: 'text/css' },
  'icon.svg': { path: 'browser/icon.svg', type: 'image/svg+xml' },
  ...Object.fromEntries(
    [
      'checkout.js',
      'controls.js',
      'dispute.js',
      'next-action.js',
      'onboarding.js',
      'reader.js',
      'element.js',
      'live.js',
      'stripe.js',
    ].map(name => [name, { path: `dist/browser/${name}`, type: 'text/javascript' }]),
  ),
}

/** Any page may load the script. Everything else is for the sandbox's own pages. */
const forAnyone = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** False if there is no such file. */
export function serveAsset(name: string, res: ServerResponse): boolean {
  const file = Object.hasOwn(files, name) ? files[name] : undefined
  if (!file) return false
  const content = readFileSync(new URL(file.path, root))
  res.writeHead(200, {
    'content-type': `${file.type}; charset=utf-8`,
    'content-length': content.length,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    ...(name === 'stripe.js' ? forAnyone : {}),
  })
  res.end(content)
  return true
}
