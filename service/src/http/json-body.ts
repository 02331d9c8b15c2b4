import type { FastifyInstance } from 'fastify'
import { problems } from '../problems.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** JSON only. An absent body is left undefined: routes with optional fields take it as {}. */
export function addJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    let text: string
    try {
      text = utf8.decode(body as Buffer)
    } catch {
      return done(problems.invalidRequest('The body is not valid UTF-8.'))
    }
    parse(request, text, (error, value) =>
      error ? done(problems.invalidRequest('The body is not valid JSON.')) : done(null, value),
    )
  })
}
