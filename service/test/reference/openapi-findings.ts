import { createRequire } from 'node:module'
import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'

// biome-ignore lint/suspicious/noExplicitAny: the document may have any fault
type Json = any

/** The OpenAPI Initiative's own schema of a 3.1 document, which does not check schemas. */
const official = createRequire(import.meta.url)(
  '@seriousme/openapi-schema-validator/schemas/v3.1/schema.json',
)

const isDocument = withFormats(new Ajv2020({ strict: false, allErrors: true }))
  .addFormat('media-range', true)
  .compile(official)

function withFormats(ajv: Ajv2020): Ajv2020 {
  ajvFormats.default(ajv)
  return ajv
}

/** The faults of an OpenAPI 3.1 document; none if it is valid and code generators can rely on it. */
export function findingsIn(document: Json): string[] {
  const isValid: boolean = isDocument(document)
  if (!isValid) {
    return (isDocument.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
  return [
    ...(document.info.license ? [] : ['info has no license']),
    ...references(document),
    ...paths(document),
    ...operations(document),
    ...schemasAndExamples(document),
  ]
}

function* walk(value: Json, path = '#'): Generator<[path: string, value: Json]> {
  if (typeof value !== 'object' || value === null) return
  yield [path, value]
  for (const [key, part] of Object.entries(value)) {
    // examples are data, so they contain no references or schemas
    if (key === 'example' || key === 'examples' || key === 'enum' || key === 'default') continue
    yield* walk(part, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
}

function references(document: Json): string[] {
  const all = [...walk(document)]
  const targets = new Set(all.map(([path]) => path))
  const used = new Set(all.flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : [])))
  const { securitySchemes: _, ...components } = document.components
  const named = Object.entries<object>(components).flatMap(([kind, parts]) =>
    Object.keys(parts).map(name => `#/components/${kind}/${name}`),
  )
  return [
    ...[...used].filter($ref => !targets.has($ref)).map($ref => `${$ref} does not exist`),
    ...named.filter(name => !used.has(name)).map(name => `${name} is not used`),
  ]
}

function paths(document: Json): string[] {
  const all = Object.keys(document.paths)
  const shapes = all.map(path => path.replaceAll(/\{[^}]*\}/g, '{}'))
  return [
    ...all.filter(path => /.\/$|\?/.test(path)).map(path => `${path} ends in a slash or has a query`),
    ...all
      .filter((_, at) => shapes.indexOf(shapes[at] ?? '') !== at)
      .map(path => `${path} exists under two names`),
  ]
}

function operations(document: Json): string[] {
  const ids = new Set<string>()
  const schemes = Object.keys(document.components.securitySchemes ?? {})
  return operationsOf(document).flatMap(([path, operation]) => {
    const { operationId, summary, parameters = [], responses, security = [] } = operation
    const keys = parameters.map(({ in: place, name }: Json) => `${place} ${name}`)
    const inPath = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => `path ${name}`)
    const declared = keys.filter((key: string) => key.startsWith('path '))
    const isCall = path.startsWith('/')
    const statuses = Object.keys(responses).join(' ')
    const faults = {
      'has no unique operationId that fits a URL': ids.has(operationId) || !/^[\w.~-]+$/.test(operationId),
      'has no summary': !summary,
      'repeats a parameter': new Set(keys).size < keys.length,
      'does not declare the parameters of its path': declared.sort().join() !== inPath.sort().join(),
      'has no 2xx or no 4xx answer': isCall && !(/\b2/.test(statuses) && /\b4/.test(statuses)),
      'needs an undefined security scheme': security
        .flatMap(Object.keys)
        .some((name: string) => !schemes.includes(name)),
    }
    ids.add(operationId)
    return Object.entries(faults).flatMap(([fault, isFound]) =>
      isFound ? [`${operationId ?? path} ${fault}`] : [],
    )
  })
}

function operationsOf({ paths, webhooks = {} }: Json): [path: string, operation: Json][] {
  return Object.entries<Json>({ ...paths, ...webhooks }).flatMap(([path, methods]) =>
    Object.values<Json>(methods).map((operation): [string, Json] => [path, operation]),
  )
}

/** Schemas compile in ajv's strict mode: no unknown keyword or format, no required field without a schema. */
function schemasAndExamples(document: Json): string[] {
  const options = { strict: true, strictRequired: true, allowUnionTypes: true, allErrors: true }
  const ajv = withFormats(new Ajv2020(options))
  // the document itself is not a schema, only a target of references
  for (const keyword of Object.keys(document)) ajv.addKeyword(keyword)
  ajv.addSchema(document, 'document', false, false)
  const compiled = new Map<string, ReturnType<Ajv2020['compile']>>()
  const validatorOf = (text: string) => {
    const known = compiled.get(text) ?? ajv.compile(JSON.parse(text))
    compiled.set(text, known)
    return known
  }
  const faultsOf = (schema: Json, values: unknown[]): string[] => {
    try {
      const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
      const isValid = validatorOf(text)
      return values.flatMap(value =>
        isValid(value) ? [] : [`${JSON.stringify(value)} ${ajv.errorsText(isValid.errors)}`],
      )
    } catch (error) {
      return [String(error)]
    }
  }
  return [...walk(document)].flatMap(([path, part]) => {
    const isNamed = /^#\/components\/schemas\/[^/]+$/.test(path)
    const values = part.schema ? examplesOf(part) : valuesOf(part)
    const { enum: listed = [] } = part
    return [
      // schemas without a name compile as parts of named ones
      ...(part.schema || isNamed || values.length > 0 ? faultsOf(part.schema ?? part, values) : []),
      ...(new Set(listed).size < listed.length ? ['repeats a value'] : []),
    ].map(fault => `${path} ${fault}`)
  })
}

/** The examples of a parameter or a body. */
function examplesOf({ example, examples = {} }: Json): unknown[] {
  const shown = Object.values<Json>(examples).map(({ value }) => value)
  return example === undefined ? shown : [...shown, example]
}

/** The values that a schema names. */
function valuesOf({ enum: values = [], default: byDefault, examples = [] }: Json): unknown[] {
  return [values, examples, byDefault === undefined ? [] : [byDefault]].flat()
}
