import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll } from 'vitest'

const fixtures = new URL('../fixtures/', import.meta.url)
const types = { html: 'text/html; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const

export interface Shop {
  readonly url: string
}

/**
 * A merchant's site, on a different origin from the sandbox. Its pages are written for Stripe.js; the only thing
 * changed in them is the script's address.
 */
export function useShop(scriptUrl: () => string): Shop {
  let url = ''
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop')
    const [, name, type] = /^\/([a-z-]+)\.(html|js)$/.exec(pathname) ?? []
    if (!name || (type !== 'html' && type !== 'js')) {
      response.writeHead(200, { 'content-type': types.html })
      response.end(
        '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Shop</title><h1>Thank you</h1>',
      )
      return
    }
    const text = readFileSync(new URL(`${name}.${type}`, fixtures), 'utf8')
    response.writeHead(200, { 'content-type': types[type] })
    response.end(text.replaceAll('https://js.stripe.com/v3/', scriptUrl()))
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    get url() {
      return url
    },
  }
}
