import type { Schema } from './openapi-types.ts'
import { samples } from './sample-values.ts'

const sampleTime = '2026-03-14T09:26:53.589Z'

/** A value that a schema describes: its own example, else one made of those of its parts. Undefined if there is none. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if (schema.examples && schema.examples.length > 0) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.properties) return exampleOfObject(schema.properties)
  if (schema.items) return listOf(exampleOf(schema.items))
  if (Object.hasOwn(samples, name) && fits(schema, samples[name])) return samples[name]
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return exampleOfChoice(schema.anyOf, name)
  if (schema.format === 'date-time') return sampleTime
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0
  return schema.type === 'boolean' ? true : undefined
}

function exampleOfObject(properties: Record<string, Schema>): object {
  const fields = Object.entries(properties).map(([name, field]) => [name, exampleOf(field, name)])
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

/** What may be null and has no example is null. */
function exampleOfChoice(choices: Schema[], name: string): unknown {
  const [first] = choices
  const isNullable = choices.some(choice => choice.type === 'null')
  return (first && exampleOf(first, name)) ?? (isNullable ? null : undefined)
}

function listOf(item: unknown): unknown[] {
  return item === undefined ? [] : [item]
}

/** A status is one thing for a payment and another for a reader. */
function fits({ enum: allowed, anyOf, type }: Schema, value: unknown): boolean {
  if (allowed) return allowed.includes(value)
  if (anyOf) return anyOf.some(choice => fits(choice, value))
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'null') return value === null
  return type === undefined || type === typeof value
}
