import type { IncomingHttpHeaders } from 'node:http'

/** A request whose body has arrived. */
export interface HttpRequest {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: string
  readonly headers: IncomingHttpHeaders
}
