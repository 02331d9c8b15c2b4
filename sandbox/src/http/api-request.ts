import type { IncomingHttpHeaders } from 'node:http'

export interface ApiRequest {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: string
  readonly headers: IncomingHttpHeaders
}
