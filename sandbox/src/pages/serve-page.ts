import type { ServerResponse } from 'node:http'
import type { ApiRequest } from '../http/api.ts'

/** Answers a request for a hosted page or browser script; false leaves it to the API and the controls. */
export type ServePage = (request: ApiRequest, res: ServerResponse) => boolean

/** Paths under `/_sandbox/pages/` are where payments and account links send their shoppers and merchants. */
export const servePage: ServePage = (request, res) => {
  if (!request.path.startsWith('/_sandbox/pages/')) return false
  res.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
  res.end('This page is not part of the sandbox yet. Use the JSON endpoints under /_sandbox instead.\n')
  return true
}
