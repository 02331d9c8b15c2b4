import type { FastifyRequest } from 'fastify'

export function bearerToken({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
}

export function cookieOf({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map(pair => pair.trim())
  return pairs.find(pair => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}
