import type { Socket } from 'node:net'
import { newTraceId } from '../ids.ts'
import { problems } from '../problems.ts'
import { problemBody } from './problem-handler.ts'

/** Bytes that are not HTTP never become a request; they still get an answer from the catalogue. */
export function answerMalformedRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const traceId = newTraceId()
  const detail =
    error.code === 'HPE_HEADER_OVERFLOW' ? 'The headers are too large.' : 'The request is not valid HTTP.'
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
