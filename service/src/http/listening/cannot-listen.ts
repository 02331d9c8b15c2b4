interface Place {
  host: string
  port: number
  /** Prefix of the HOST and PORT settings that say where to listen. */
  settings?: string
}

/** Its message is one line that names the setting to change. */
export class CannotListen extends Error {
  constructor(place: Place, cause: NodeJS.ErrnoException) {
    const { host, port } = place
    super(reasons[cause.code ?? '']?.(place) ?? `Cannot listen on ${host}:${port}: ${cause.message}.`, {
      cause,
    })
    this.name = 'CannotListen'
  }
}

const notHere = ({ host, settings = '' }: Place) =>
  `${host} is not an address of this machine: set ${settings}HOST to another one.`
const reasons: Record<string, (place: Place) => string> = {
  EADDRINUSE: ({ host, port, settings = '' }) =>
    `Port ${port} on ${host} is in use: set ${settings}PORT to another one.`,
  EACCES: ({ host, port, settings = '' }) =>
    `This user may not use port ${port} on ${host}: set ${settings}PORT to another one.`,
  EADDRNOTAVAIL: notHere,
  ENOTFOUND: notHere,
  EAI_AGAIN: notHere,
}
