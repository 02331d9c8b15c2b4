import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { newTraceId } from '../../ids.ts'
import { parseTraceparent } from '../../tracing/traceparent.ts'

const acceptable = /^[A-Za-z0-9._-]{8,128}$/

/** A key pasted into the wrong header must not end up in every log line. */
const credential = /(svc_(live|op|operator|ses|por|code)|[srp]k_(live|test)|whsec)_/

export function isTraceId(text: string): boolean {
  return acceptable.test(text) && !credential.test(text)
}

/** The caller's correlation id if it is safe to log, or else the id of its trace, or else a new one. */
export function traceIdOf({ headers }: IncomingMessage, newId = newTraceId): string {
  const sent = headers['x-correlation-id']
  if (typeof sent === 'string' && isTraceId(sent)) return sent
  return (headers.traceparent && parseTraceparent(headers.traceparent)?.traceId) || newId()
}

export function addCorrelation(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-correlation-id', request.id)
    done()
  })
}
