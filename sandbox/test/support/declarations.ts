import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The contents of a declaration file that matter here: interfaces, type aliases and namespaces, by their dotted names.
 */
export interface Module {
  readonly path: string
  readonly interfaces: Map<string, Interface>
  readonly aliases: Map<string, string>
  /** By local name: the file, and the name there. */
  readonly imports: Map<string, { path: string; name: string }>
}

export interface Interface {
  readonly extends: string | undefined
  readonly fields: Map<string, Field>
  /** The type of `[key: string]`, if there is one. */
  readonly index: string | undefined
}

export interface Field {
  readonly type: string
  readonly optional: boolean
}

/** Reads the SDK's generated declarations; they use a small part of TypeScript, and only that is understood. */
export function createReader(): (path: string) => Module {
  const modules = new Map<string, Module>()
  return path => {
    const known = modules.get(path)
    if (known) return known
    const module = parse(path)
    modules.set(path, module)
    return module
  }
}

function parse(path: string): Module {
  const source = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const module: Module = { path, interfaces: new Map(), aliases: new Map(), imports: new Map() }
  for (const match of source.matchAll(/import \{([^}]*)\} from '([^']+)'/g)) {
    const target = join(dirname(path), (match[2] ?? '').replace(/\.js$/, '.d.ts'))
    for (const item of (match[1] ?? '').split(',')) {
      const [name = '', local = name] = item.trim().split(/\s+as\s+/)
      module.imports.set(local, { path: target, name })
    }
  }
  readBlock(source, '', module)
  return module
}

function readBlock(source: string, prefix: string, module: Module): void {
  const start = /(?:^|\n)\s*(?:export )?(?:declare )?(interface|namespace|type|class) (\w+)(?:<[^>]*>)?/g
  for (let match = start.exec(source); match; match = start.exec(source)) {
    const [, keyword, name = ''] = match
    const full = prefix + name
    if (keyword === 'type') {
      const end = endOfAlias(source, start.lastIndex)
      module.aliases.set(full, source.slice(source.indexOf('=', start.lastIndex) + 1, end).trim())
      start.lastIndex = end
      continue
    }
    const open = source.indexOf('{', start.lastIndex)
    const close = matching(source, open)
    const body = source.slice(open + 1, close)
    if (keyword === 'namespace') readBlock(body, `${full}.`, module)
    if (keyword === 'interface') {
      const base = /extends ([\w.]+)/.exec(source.slice(start.lastIndex, open))?.[1]
      module.interfaces.set(full, readInterface(body, base))
    }
    start.lastIndex = close
  }
}

export function readInterface(body: string, base?: string): Interface {
  const fields = new Map<string, Field>()
  let index: string | undefined
  for (const member of splitAt(body, ';')) {
    const named = /^'?([\w.]+)'?(\?)?:\s*([\s\S]+)$/.exec(member)
    if (named) fields.set(named[1] ?? '', { type: named[3] ?? '', optional: named[2] === '?' })
    const indexed = /^\[\w+: string\]:\s*([\s\S]+)$/.exec(member)
    if (indexed) index = indexed[1]
  }
  return { extends: base, fields, index }
}

/** Splits at separators outside of any brackets. */
export function splitAt(text: string, separator: string): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const character of text) {
    if ('{<(['.includes(character)) depth++
    if ('}>)]'.includes(character)) depth--
    if (character === separator && depth === 0) {
      parts.push(part.trim())
      part = ''
    } else part += character
  }
  parts.push(part.trim())
  return parts.filter(item => item !== '')
}

/** The position of the semicolon that ends an alias, which is not within braces. */
function endOfAlias(source: string, from: number): number {
  let depth = 0
  for (let at = from; at < source.length; at++) {
    if (source[at] === '{') depth++
    if (source[at] === '}') depth--
    if (source[at] === ';' && depth === 0) return at
  }
  return source.length
}

function matching(source: string, open: number): number {
  let depth = 0
  for (let at = open; at < source.length; at++) {
    if (source[at] === '{') depth++
    if (source[at] === '}' && --depth === 0) return at
  }
  throw new Error('unbalanced braces in a declaration file')
}
