import type { FastifyPluginAsyncTypebox, TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'

type Scope = Parameters<FastifyPluginAsyncTypebox>[0]

/**
 * Routes only, added to a shared scope. Anything with hooks or a parser of its own is a plugin with its own scope,
 * which costs each start about a millisecond.
 */
export type Routes = (scope: Pick<Scope, 'delete' | 'get' | 'patch' | 'post' | 'put' | 'route'>) => void

export function addRoutes(scope: FastifyInstance, ...all: Routes[]): void {
  for (const add of all) add(scope.withTypeProvider<TypeBoxTypeProvider>())
}
