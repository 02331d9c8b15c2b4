import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newTraceId } from '../../ids.ts'
import { problems } from '../../problems.ts'
import { problemBody, sendProblem } from '../answers/problem-handler.ts'
import { logRequest } from '../hooks/request-log.ts'

/** A host name, IPv4 address or bracketed IPv6 address, with or without a port. It may be empty. */
const validHost = /^(\[[\da-f:.]+\]|([\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(:\d*)?$/i

/** RFC 9112 requires this. Node's own check is off, because it does not answer with a problem. */
export function addHostCheck(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const [host, ...others] = hostsIn(raw.rawHeaders)
    if (host === undefined && raw.httpVersion === '1.1') {
      return done(problems.invalidRequest('The Host header is required.'))
    }
    const isValid = others.length === 0 && validHost.test(host ?? '')
    done(isValid ? undefined : problems.invalidRequest('The Host header is not a single valid host.'))
  })
}

function hostsIn(rawHeaders: string[]): string[] {
  return rawHeaders.filter((_value, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === 'host')
}

/** No hook runs for a path that cannot be decoded, so its log line is written here. */
export function answerUnroutableRequest(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  sendProblem(error, request, reply)
  logRequest(request, reply)
}

const details: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The headers are too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
}

/** Bytes that are not HTTP never become a request, but still get a problem from the catalog. */
export function answerMalformedRequest(error: Error & { code?: string }, socket: Socket): void {
  // Browsers open connections in advance, and would take this for the answer to their next request.
  const isUnused = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0
  if (isUnused || error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const traceId = newTraceId()
  const detail = details[error.code ?? ''] ?? 'The request is not valid HTTP.'
  const body = JSON.stringify(problemBody(problems.invalidRequest(detail), '/', traceId))
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Correlation-Id: ${traceId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
