import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * A handler for servers of tests, which hangs up when it fails: most often its client was gone first. Unhandled, that
 * would fail the whole run.
 */
export const orCut =
  (handle: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    handle(request, response).catch(() => request.socket.destroy())
  }
