import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

/** Made on first use, then kept. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * Makes one value per key and keeps it. Keys are compared as JSON, because routes share schemas, and servers in one
 * process share all of them.
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
 * Compiles the schema of an answer on first use. Compiling all of them would take half of the start-up time, and most
 * are not needed for a while.
 */
export const buildSerializer: BuildSerializer = (schemas, options) => {
  const compile = SerializerSelector()(schemas, options)
  return route => {
    const serialize = lazy(() => serializers([schemas, options, route.schema], () => compile(route)))
    return document => serialize()(document)
  }
}
