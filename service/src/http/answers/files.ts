import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problems } from '../../problems.ts'
import { lazy } from '../lazy.ts'

type Encoding = 'br' | 'gzip' | 'identity'

interface PageFile {
  type: string
  /** Each is compressed once, at the first request for it. */
  bodies: Record<Encoding, () => Promise<Buffer>>
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
}
const isText = (type: string) => /charset|svg/.test(type)

/** Reads the built pages of a folder into memory. Until they exist, every request looks again. */
export function builtPages(folder: string, what: string): () => Promise<Map<string, PageFile>> {
  let reading: Promise<Map<string, PageFile>> | null = null
  return async () => {
    reading ??= readPages(folder)
    const found = await reading
    if (found.has('index.html')) return found
    reading = null
    throw problems.unavailable(`The ${what} is not built. Run npm run build.`, 60)
  }
}

/** By their paths in the folder, with forward slashes. Only these are served, so no path can lead out of the folder. */
async function readPages(folder: string): Promise<Map<string, PageFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter(entry => entry.isFile() && Object.hasOwn(types, extname(entry.name)))
  const pages = files.map(async ({ parentPath, name }) => {
    const file = join(parentPath, name)
    return [relative(folder, file).split(sep).join('/'), await readPage(file)] as const
  })
  return new Map(await Promise.all(pages))
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

async function readPage(file: string): Promise<PageFile> {
  const content = await readFile(file)
  return {
    type: types[extname(file)] ?? 'application/octet-stream',
    bodies: {
      br: lazy(() => compressBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })),
      gzip: lazy(() => compressGzip(content, { level: 9 })),
      identity: async () => content,
    },
  }
}

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: PageFile,
  cacheControl: string,
) {
  const encoding = encodingFor(file, request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply
    .type(file.type)
    .header('vary', 'accept-encoding')
    .header('cache-control', cacheControl)
    .send(await file.bodies[encoding]())
}

/** The best encoding that the browser accepts. */
function encodingFor(file: PageFile, accepted: string | undefined): Encoding {
  const wanted = new Set((accepted ?? '').split(',').map(one => one.split(';')[0]?.trim()))
  if (!isText(file.type)) return 'identity'
  return wanted.has('br') ? 'br' : wanted.has('gzip') ? 'gzip' : 'identity'
}
