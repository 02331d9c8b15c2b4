import type { FastifyInstance } from 'fastify'

/** Fastify answers 404 for a known path with another method; this remembers what the path does allow. */
export function recordAllowedMethods(app: FastifyInstance): (path: string) => string[] {
  const routes = new Map<string, { matches: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { matches: patternOf(url), methods: new Set() }
    for (const one of [method].flat()) route.methods.add(one)
    routes.set(url, route)
  })
  return path => {
    const found = [...routes.values()].filter(route => route.matches.test(path))
    return [...new Set(found.flatMap(route => [...route.methods]))].sort()
  }
}

function patternOf(url: string): RegExp {
  const escaped = url.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll(/:[A-Za-z]+/g, '[^/]+').replaceAll('*', '.*')}$`)
}
