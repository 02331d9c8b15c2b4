/** The message is one line for whoever chose the address. */
export class CannotListen extends Error {
  constructor({ host, port }: { host: string; port: number }, cause: NodeJS.ErrnoException) {
    super(reasons[cause.code ?? '']?.(host, port) ?? `Cannot listen on ${host}:${port}: ${cause.message}.`, {
      cause,
    })
    this.name = 'CannotListen'
  }
}

const notHere = (host: string) => `${host} is not an address of this machine: set HOST to another one.`
const reasons: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (host, port) => `Port ${port} on ${host} is in use: set PORT to another one.`,
  EACCES: (host, port) => `Port ${port} on ${host} may not be used by this user: set PORT to another one.`,
  EADDRNOTAVAIL: notHere,
  ENOTFOUND: notHere,
  EAI_AGAIN: notHere,
}
