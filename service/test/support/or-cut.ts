import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Wraps a request handler of a test's server: if it fails, usually because the client has gone, it closes the connection.
 * An unhandled rejection would fail the whole run.
 */
export const orCut =
  (handle: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    handle(request, response).catch(() => request.socket.destroy())
  }
