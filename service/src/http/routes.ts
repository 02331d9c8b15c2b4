import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  ContextConfigDefault,
  FastifyInstance,
  FastifySchema,
  HTTPMethods,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify'

/** Where a call is, what it takes and answers, and what it does. */
type AddRoute = <const Schema extends FastifySchema>(
  path: string,
  schema: Schema,
  handler: RouteHandlerMethod<
    RawServerDefault,
    RawRequestDefaultExpression,
    RawReplyDefaultExpression,
    RouteGenericInterface,
    ContextConfigDefault,
    Schema,
    TypeBoxTypeProvider
  >,
) => void

type Method = 'delete' | 'get' | 'patch' | 'post' | 'put'

/**
 * Where routes are added. Anything with hooks or a parser of its own is a plugin with its own scope, which costs each
 * start about a millisecond.
 */
export type App = Record<Method, AddRoute>

export function appIn(scope: FastifyInstance): App {
  const typed = scope.withTypeProvider<TypeBoxTypeProvider>()
  const adding =
    (method: HTTPMethods): AddRoute =>
    (url, schema, handler) =>
      void typed.route({ method, url, schema, handler })
  return {
    delete: adding('DELETE'),
    get: adding('GET'),
    patch: adding('PATCH'),
    post: adding('POST'),
    put: adding('PUT'),
  }
}
