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
 * Compiles the schema of an answer when it is first sent. To compile all of them takes half of the time to start,
 * and most are not sent for a while.
 */
export const buildSerializer: ReturnType<typeof SerializerSelector> = (schemas, options) => {
  const compile = SerializerSelector()(schemas, options)
  return route => {
    const serialize = lazy(() => compile(route))
    return document => serialize()(document)
  }
}
