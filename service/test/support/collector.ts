import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { orCut } from './or-cut.ts'

export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  start: bigint
  end: bigint
  attributes: Record<string, string | number | boolean>
  links: { traceId: string; spanId: string }[]
  isFailed: boolean
  resource: Record<string, string | number | boolean>
}

export interface Collector {
  url: string
  spans: CollectedSpan[]
  requests: { path: string; headers: IncomingHttpHeaders }[]
  /** Null accepts spans. */
  behave(behavior: ((response: ServerResponse) => void) | null): void
  of(traceId: string): CollectedSpan[]
}

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: string; boolValue?: boolean }
}

const valuesOf = (attributes: Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, boolValue } }) => [
      key,
      stringValue ?? boolValue ?? Number(intValue),
    ]),
  )

/** A collector of traces in OTLP's JSON over HTTP; closed after the tests of the file. */
export async function startCollector(): Promise<Collector> {
  let behavior: ((response: ServerResponse) => void) | null = null
  const spans: CollectedSpan[] = []
  const requests: Collector['requests'] = []
  const server = createServer(
    orCut(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { url: path = '/', headers } = request
      requests.push({ path, headers })
      if (behavior) return behavior(response)
      for (const { resource, scopeSpans } of JSON.parse(String(Buffer.concat(chunks))).resourceSpans) {
        for (const span of scopeSpans[0].spans) {
          spans.push({
            ...span,
            start: BigInt(span.startTimeUnixNano),
            end: BigInt(span.endTimeUnixNano),
            attributes: valuesOf(span.attributes),
            links: span.links ?? [],
            isFailed: span.status?.code === 2,
            resource: valuesOf(resource.attributes),
          })
        }
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    }),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    requests,
    behave: next => {
      behavior = next
    },
    of: traceId => spans.filter(span => span.traceId === traceId),
  }
}
