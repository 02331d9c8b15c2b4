import type { LookupAddress } from 'node:dns'
import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'

/**
 * Parses a file, again whenever it has changed. It is read synchronously: the files are small, and an asynchronous read
 * would need one of the threads that must stay free.
 */
export function followFile<Content>(path: string, parse: (text: string) => Content): () => Content {
  let read: { version: string; content: Content } | null = null
  return () => {
    const stats = statSync(path, { throwIfNoEntry: false })
    const version = `${stats?.ino} ${stats?.mtimeMs} ${stats?.size}`
    if (read?.version !== version) read = { version, content: parse(stats ? readText(path) : '') }
    return read.content
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const fieldsOf = (text: string) =>
  text.split('\n').map(line =>
    line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/),
  )

/** `/etc/hosts`: an address and its names on each line. */
export function parseHosts(text: string): Map<string, LookupAddress[]> {
  const hosts = new Map<string, LookupAddress[]>()
  for (const [address = '', ...names] of fieldsOf(text)) {
    const family = isIP(address)
    if (family === 0) continue
    for (const name of names.map(one => one.toLowerCase())) {
      hosts.set(name, [...(hosts.get(name) ?? []), { address, family }])
    }
  }
  return hosts
}

/** `/etc/resolv.conf`: the domains in which short names are looked up. The last such line counts. */
export function parseSearchDomains(text: string): string[] {
  const [, ...domains] =
    fieldsOf(text).findLast(([keyword]) => keyword === 'search' || keyword === 'domain') ?? []
  return domains.map(domain => domain.replace(/^\.|\.$/g, '')).filter(domain => domain !== '')
}
