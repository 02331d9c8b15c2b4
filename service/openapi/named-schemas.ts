import type { Schema } from './types.ts'

/** Formats that only this service knows: their meaning is in the descriptions. */
const ownFormats = new Set(['line', 'header', 'currency'])

/**
 * Moves every schema that has a title into `schemas` and leaves a reference. Titles, unlike ids, change nothing for
 * the validator and keep the types that handlers get from their schemas.
 */
export function withNames(schema: Schema, schemas: Record<string, Schema>): Schema {
  const plain = withDescription(withNamedParts(schema, schemas))
  const { title } = plain
  if (title === undefined) return plain
  const known = schemas[title]
  if (known && JSON.stringify(known) !== JSON.stringify(plain)) throw new Error(`two schemas named ${title}`)
  schemas[title] = plain
  return { $ref: `#/components/schemas/${title}` }
}

function withNamedParts(schema: Schema, schemas: Record<string, Schema>): Schema {
  const { format, properties, items, anyOf, patternProperties, additionalProperties, ...rest } = schema
  // TypeBox writes a record as one pattern; tools expect `additionalProperties`.
  const others = patternProperties ? Object.values(patternProperties)[0] : additionalProperties
  const name = (part: Schema) => withNames(part, schemas)
  const fields = Object.entries(properties ?? {}).map(([key, field]) => [key, name(field)])
  const isOwn = format !== undefined && ownFormats.has(format)
  return {
    // our validation leaves out the type, so that its message for any wrong value lists the allowed words
    ...(rest.enum ? { type: 'string' } : {}),
    ...rest,
    ...(format === undefined || isOwn ? {} : { format }),
    ...(properties ? { properties: Object.fromEntries(fields) } : {}),
    ...(items ? { items: name(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(name) } : {}),
    ...(others === undefined ? {} : { additionalProperties: others }),
  }
}

/** Moves the description of a nullable field to the field itself, where every tool shows it. */
function withDescription(schema: Schema): Schema {
  const [{ description, ...first } = {}, ...others] = schema.anyOf ?? []
  if (schema.description !== undefined || description === undefined) return schema
  return { ...schema, description, anyOf: [first, ...others] }
}
