import createFindMyWay, { type HTTPMethod } from 'find-my-way'

interface Addressed {
  readonly method: HTTPMethod
  /** Such as `/v1/refunds/:id`. */
  readonly path: string
}

export interface Match<R> {
  readonly route: R
  /** The values of the path's placeholders, in order. */
  readonly path: readonly string[]
}

export type Router<R> = (method: string, path: string) => Match<R> | undefined

export function createRouter<R extends Addressed>(routes: readonly R[]): Router<R> {
  const tree = createFindMyWay({ maxParamLength: 500 })
  const byHandler = new Map<unknown, R>()
  const methods = new Map(routes.map(({ method }) => [String(method), method]))
  for (const route of routes) {
    const handler = () => {}
    byHandler.set(handler, route)
    tree.on(route.method, route.path, handler)
  }
  return (name, path) => {
    const method = methods.get(name)
    const found = method && tree.find(method, path)
    const route = found && byHandler.get(found.handler)
    if (!found || !route) return undefined
    const values = Object.values(found.params).map(value => value ?? '')
    return values.includes('') ? undefined : { route, path: values }
  }
}
