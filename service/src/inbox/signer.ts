import { routedPath, type Target } from '../http/doors/limits.ts'
import type { ConnectedDeps } from '../merchants/connected.ts'

export const webhookPath = '/webhooks/processor'

/** The processor whose address a webhook came to, and the source of its events; null unless that processor signed it. */
export function signerOf(
  { processors, defaultProcessor }: Pick<ConnectedDeps, 'processors' | 'defaultProcessor'>,
  { url = '', headers }: Target,
  body: Buffer,
  now: Date,
): { name: string; source: string } | null {
  const [path = ''] = routedPath(url).split('?', 1)
  const name = path.slice(webhookPath.length + 1) || defaultProcessor
  const source = processors.get(name)?.webhookSource(body, headers, now) ?? null
  return source === null ? null : { name, source }
}
