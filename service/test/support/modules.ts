import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const leftOut = /(^|\/)(node_modules|dist|\.\w+)(\/|$)/

export interface Module {
  path: string
  text: string
  takes: Taken[]
}

export interface Taken {
  from: string
  /** `*` means everything. */
  names: string[]
  /** Imported on demand, so it does not count for import cycles. */
  isLate?: boolean
}

let known: Module[] | undefined

/** Every module of the repository, sources and tests, with paths from its root. */
export function allModules(): Module[] {
  known ??= filesIn(repository)
    .filter(path => /\.(ts|mts|tsx|js|mjs)$/.test(path))
    .map(path => {
      const text = readFileSync(join(repository, path), 'utf8')
      return { path, text, takes: takenBy(path, text) }
    })
  return known
}

export function sourcesIn(folder: string): Module[] {
  return allModules().filter(({ path }) => path.startsWith(`${folder}/`))
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (leftOut.test(relative(repository, path))) return []
    return entry.isDirectory() ? filesIn(path) : [relative(repository, path)]
  })
}

const clause = /^(?:import|export) (?:type )?([^'"`;]*?) from '(\.[^']+)'/gm
const whole = /^import '(\.[^']+)'/gm
const late = /\b(?:import|new URL)\('([\w.][^':]*\.\w+)'/g

function takenBy(path: string, text: string): Taken[] {
  const named = [...text.matchAll(clause)].map(([, names = '', from = '']) => ({
    from: moduleAt(path, from),
    names: /\*|^\w+$/.test(names) ? ['*'] : namesIn(names),
  }))
  const all = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, from = '']) => ({ from: moduleAt(path, from), names: ['*'] }))
  return [...named, ...all(whole), ...all(late).map(taken => ({ ...taken, isLate: true }))]
}

/** The original names in `{ a, type b as c }`. */
function namesIn(list: string): string[] {
  return list
    .replaceAll(/[{}]/g, '')
    .split(',')
    .map(one =>
      one
        .trim()
        .replace(/^type /, '')
        .replace(/ as .*/, ''),
    )
    .filter(name => name !== '')
}

/** The source of an imported module, also for an import from a build. */
function moduleAt(path: string, from: string): string {
  const file = relative(repository, resolve(repository, dirname(path), from))
  return file.replace(/\/dist\/(.*)\.js$/, '/src/$1.ts')
}

const declared =
  /^export (?:declare |abstract |async )*(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm
const listed = /^export (?:type )?\{([^}]*)\}/gm

function exportsOf({ text }: Module): string[] {
  const lists = [...text.matchAll(listed)].flatMap(([, list = '']) => list.split(','))
  const names = lists.map(one =>
    one
      .trim()
      .replace(/^type /, '')
      .replace(/.* as /, ''),
  )
  return [...[...text.matchAll(declared)].map(([, name = '']) => name), ...names].filter(name => name !== '')
}

/** Import cycles. */
export function circlesAmong(modules: Module[]): string[] {
  const atOnce = (takes: Taken[]) => takes.filter(({ isLate }) => !isLate).map(({ from }) => from)
  const imports = new Map(modules.map(({ path, takes }) => [path, atOnce(takes)]))
  const done = new Set<string>()
  const circles: string[] = []
  const follow = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '))
    if (way.includes(path) || done.has(path)) return
    for (const next of imports.get(path) ?? []) follow(next, [...way, path])
    done.add(path)
  }
  for (const path of imports.keys()) follow(path, [])
  return circles
}

/** Exports that no other module imports. */
export function unusedExports(modules: Module[]): string[] {
  const taken = new Map<string, Set<string>>()
  for (const { path, takes } of allModules()) {
    for (const { from, names } of takes) {
      if (from === path) continue
      const already = taken.get(from) ?? new Set()
      taken.set(from, new Set([...already, ...names]))
    }
  }
  return modules.flatMap(module => {
    const names = taken.get(module.path)
    if (names?.has('*') || module.text.startsWith('// Made by')) return []
    return exportsOf(module)
      .filter(name => !names?.has(name))
      .map(name => `${module.path}: ${name}`)
  })
}

/** Modules that no other source imports; tests do not count. */
export function unreadModules(modules: Module[]): string[] {
  const sources = allModules().filter(({ path }) => !path.includes('/test/'))
  const read = new Set(
    sources.flatMap(({ path, takes }) => takes.map(({ from }) => from).filter(from => from !== path)),
  )
  return modules.map(({ path }) => path).filter(path => !read.has(path))
}
