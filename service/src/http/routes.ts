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

type Parts = 'params' | 'querystring' | 'body' | 'headers' | 'response'

/** The path of a call, the schema of its request and answers, and its handler. */
type AddRoute = <
  Params = undefined,
  Query = undefined,
  Body = undefined,
  Headers = undefined,
  const Response = undefined,
>(
  path: string,
  route: Omit<FastifySchema, Parts> & {
    params?: Params
    querystring?: Query
    body?: Body
    headers?: Headers
    response?: Response
    handler: RouteHandlerMethod<
      RawServerDefault,
      RawRequestDefaultExpression,
      RawReplyDefaultExpression,
      RouteGenericInterface,
      ContextConfigDefault,
      { params: Params; querystring: Query; body: Body; headers: Headers; response: Response },
      TypeBoxTypeProvider
    >
  },
) => void

type Method = 'delete' | 'get' | 'patch' | 'post' | 'put'

/**
 * Adds routes. Only routes that need their own hooks or parser become plugins with their own scope, because each plugin
 * adds about a millisecond to every start.
 */
export type App = Record<Method, AddRoute>

/** `tag` is the section of the OpenAPI document in which the routes are described. */
export function appIn(scope: FastifyInstance, tag?: string): App {
  const typed = scope.withTypeProvider<TypeBoxTypeProvider>()
  const tags = tag === undefined ? {} : { tags: [tag] }
  const adding =
    (method: HTTPMethods): AddRoute =>
    (url, { handler, ...route }) =>
      void typed.route({ method, url, schema: { ...tags, ...route }, handler: handler as RouteHandlerMethod })
  return {
    delete: adding('DELETE'),
    get: adding('GET'),
    patch: adding('PATCH'),
    post: adding('POST'),
    put: adding('PUT'),
  }
}
