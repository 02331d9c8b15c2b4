interface Documented {
  method: string
  path: RegExp
  statuses: string[]
  isLiteral: boolean
}

/** By service. One with a separate port for operators has a shorter document on the main port. */
const documents = new Map<string, Promise<Documented[]>>()
/** Most services have the same document, so it is read once. */
let complete: Documented[] | undefined

/** Every status that a test sees must be documented, except those of unknown paths (404) and methods (405). */
export async function expectDocumented(
  base: string,
  method: string,
  path: string,
  status: number,
): Promise<void> {
  const [plain = ''] = path.split('?', 1)
  const isIn = (document: Documented[]) =>
    find(document, method, plain)?.statuses.includes(String(status)) ?? true
  if (complete && isIn(complete)) return
  const own = documents.get(base) ?? read(base)
  documents.set(base, own)
  if (isIn(await own)) return
  const statuses = find(await own, method, plain)?.statuses ?? []
  throw new Error(`${method} ${path} answered ${status}; documented are ${statuses.join(', ')}`)
}

/** Prefers literal paths, as the router does: `intents` in `/payments/intents` is not an id. */
function find(document: Documented[], method: string, path: string): Documented | undefined {
  let found: Documented | undefined
  for (const one of document) {
    if (one.method !== method || !one.path.test(path)) continue
    if (one.isLiteral) return one
    found ??= one
  }
  return found
}

async function read(base: string): Promise<Documented[]> {
  const paths = await documentedPaths<{ responses: Record<string, unknown> }>(base)
  const document = Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({
      method: method.toUpperCase(),
      path: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      statuses: Object.keys(responses),
      isLiteral: !template.includes('{'),
    })),
  )
  if ('/admin/v1/merchants' in paths) complete ??= document
  return document
}

/** The operations of both documents by path and method, with references replaced by their schemas. */
export async function documentedPaths<Operation>(
  base: string,
): Promise<Record<string, Record<string, Operation>>> {
  const documents = await Promise.all(
    ['/openapi.json', '/admin/openapi.json'].map(async path => {
      const response = await fetch(base + path, { headers: { connection: 'close' } })
      return response.ok ? resolved((await response.json()) as Document) : {}
    }),
  )
  return Object.assign({}, ...documents)
}

interface Document {
  paths: object
  components: { schemas: Record<string, unknown> }
}

function resolved({ paths, components }: Document): object {
  const resolve = (_key: string, value: unknown): unknown => {
    const isReference = typeof value === 'object' && value !== null && '$ref' in value
    const name = isReference ? /^#\/components\/schemas\/(\w+)$/.exec(String(value.$ref))?.[1] : undefined
    return name === undefined ? value : components.schemas[name]
  }
  return JSON.parse(JSON.stringify(paths, resolve))
}
