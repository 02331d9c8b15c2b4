interface Documented {
  method: string
  path: RegExp
  statuses: string[]
}

const documents = new Map<string, Promise<Documented[]>>()

/** Whatever a test sees must be in the document. Paths and methods that it does not have answer 404 and 405. */
export async function expectDocumented(
  base: string,
  method: string,
  path: string,
  status: number,
): Promise<void> {
  const document = documents.get(base) ?? read(base)
  documents.set(base, document)
  const [plain = ''] = path.split('?', 1)
  const called = (await document).find(one => one.method === method && one.path.test(plain))
  if (called && !called.statuses.includes(String(status))) {
    throw new Error(`${method} ${path} answered ${status}; documented are ${called.statuses.join(', ')}`)
  }
}

async function read(base: string): Promise<Documented[]> {
  const paths = await documentedPaths<{ responses: Record<string, unknown> }>(base)
  const found = Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({
      method: method.toUpperCase(),
      path: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      statuses: Object.keys(responses),
      isLiteral: !template.includes('{'),
    })),
  )
  // as the router does: `/payments/intents` is no payment's id
  return found.sort((a, b) => Number(b.isLiteral) - Number(a.isLiteral))
}

/** The operations of both documents by path and method, with named schemas in their places. */
export async function documentedPaths<Operation>(
  base: string,
): Promise<Record<string, Record<string, Operation>>> {
  const documents = await Promise.all(
    ['/openapi.json', '/admin/openapi.json'].map(async path => {
      const response = await fetch(base + path)
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
