import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

/** Made when it is first needed, and kept. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * Values that are made once for each key, and kept. Keys are the same if they are as JSON: routes have schemas in common,
 * and servers in one process have all of them in common.
 */
export function keepByJson<Value>(): (key: unknown, make: () => Value) => Value {
  const kept = new Map<string, Value>()
  return (key, make) => {
    const text = JSON.stringify(key)
    const value = kept.get(text) ?? make()
    kept.set(text, value)
    return value
  }
}

type BuildSerializer = ReturnType<typeof SerializerSelector>

const serializers = keepByJson<ReturnType<ReturnType<BuildSerializer>>>()

/**
 * Compiles the schema of an answer when it is first sent. To compile all of them takes half of the time to start,
 * and most are not sent for a while.
 */
export const buildSerializer: BuildSerializer = (schemas, options) => {
  const compile = SerializerSelector()(schemas, options)
  return route => {
    const serialize = lazy(() => serializers([schemas, options, route.schema], () => compile(route)))
    return document => serialize()(document)
  }
}
