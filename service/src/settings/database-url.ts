import { join } from 'node:path'

const shape = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]*?)(?::(\d+))?(\/[^?]*)?(?:\?(.*))?$/

/**
 * libpq accepts the folder of a socket file as the host, as in `postgres://user@/svcpay?host=/var/run/postgresql`, or
 * percent-encoded in place of the host. The driver does not: it gets `socketFile`, which is null if there is a host.
 * Returns null if the text is not an address, or lists several folders.
 */
export function parseDatabaseUrl(text: string): { url: string; socketFile: string | null } | null {
  const [, user = '', host = '', port, path = '', query = ''] = shape.exec(text) ?? []
  const parameters = new URLSearchParams(query)
  const folder = parameters.get('host') ?? host.replaceAll(/%2f/gi, '/')
  if (!folder.startsWith('/')) return URL.canParse(withOneHost(text)) ? { url: text, socketFile: null } : null
  if (folder.includes(',')) return null
  const number = parameters.get('port') ?? port ?? '5432'
  // like libpq, which never encrypts a connection to a socket file
  for (const name of ['host', 'port', 'sslmode']) parameters.delete(name)
  const url = `${user}localhost${path}${parameters.size > 0 ? `?${parameters}` : ''}`
  return URL.canParse(url) ? { url, socketFile: join(folder, `.s.PGSQL.${number}`) } : null
}

/** PostgreSQL's URLs may list several hosts; standard URLs may not. */
function withOneHost(url: string): string {
  return url.replace(/^(\w+:\/\/(?:[^@/?]*@)?[^/?,]+),[^/?]*/, '$1')
}
