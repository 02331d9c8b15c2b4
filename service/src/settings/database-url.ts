import { join } from 'node:path'

interface DatabaseAddress {
  /** As the driver reads it. */
  url: string
  /** In place of a host; null when there is one. */
  socketFile: string | null
}

const shape = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]*?)(?::(\d+))?(\/[^?]*)?(?:\?(.*))?$/

/**
 * libpq takes the folder of a socket file for a host: `postgres://user@/svcpay?host=/var/run/postgresql`, or encoded
 * where the host is. The driver does not. Null for what is not an address.
 */
export function parseDatabaseUrl(text: string): DatabaseAddress | null {
  const [, user = '', host = '', port, path = '', query = ''] = shape.exec(text) ?? []
  const parameters = new URLSearchParams(query)
  const folder = parameters.get('host') ?? host.replaceAll(/%2f/gi, '/')
  if (!folder.startsWith('/')) return URL.canParse(withOneHost(text)) ? { url: text, socketFile: null } : null
  const number = parameters.get('port') ?? port ?? '5432'
  // as libpq does: nothing is encrypted on the way to a socket file
  for (const name of ['host', 'port', 'sslmode']) parameters.delete(name)
  const url = `${user}localhost${path}${parameters.size > 0 ? `?${parameters}` : ''}`
  return URL.canParse(url) ? { url, socketFile: join(folder, `.s.PGSQL.${number}`) } : null
}

/** PostgreSQL's URLs may list several hosts; others may not. */
function withOneHost(url: string): string {
  return url.replace(/^(\w+:\/\/(?:[^@/?]*@)?[^/?,]+),[^/?]*/, '$1')
}
