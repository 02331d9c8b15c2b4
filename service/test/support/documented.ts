interface Documented {
  method: string
  path: RegExp
  statuses: string[]
}

type Paths = Record<string, Record<string, { responses: Record<string, unknown> }>>

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
  const found = [
    ...(await pathsIn(`${base}/openapi.json`)),
    ...(await pathsIn(`${base}/admin/openapi.json`)),
  ].flatMap(([template, methods]) =>
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

async function pathsIn(url: string): Promise<[string, Paths[string]][]> {
  const response = await fetch(url)
  if (!response.ok) return []
  const { paths } = (await response.json()) as { paths: Paths }
  return Object.entries(paths)
}
