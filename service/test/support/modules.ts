import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const leftOut = /(^|\/)(node_modules|dist|\.\w+)(\/|$)/

export interface Module {
  path: string
  text: string
  /** What it takes of which module; `*` is all of it. */
  takes: { from: string; names: string[] }[]
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
const whole = /(?:^import |\bimport\()'(\.[^']+)'/gm

function takenBy(path: string, text: string): Module['takes'] {
  const named = [...text.matchAll(clause)].map(([, names = '', from = '']) => ({
    from: moduleAt(path, from),
    names: /\*|^\w+$/.test(names) ? ['*'] : namesIn(names),
  }))
  const all = [...text.matchAll(whole)].map(([, from = '']) => ({ from: moduleAt(path, from), names: ['*'] }))
  return [...named, ...all]
}

/** `{ a, type b as c }` by the names they have where they come from. */
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

/** What is built comes from the source of the same name. */
function moduleAt(path: string, from: string): string {
  const file = relative(repository, resolve(repository, dirname(path), from))
  return file.replace(/\/dist\/(.*)\.js$/, '/src/$1.ts')
}

/** Ways that lead back to where they began. */
export function circlesAmong(modules: Module[]): string[] {
  const imports = new Map(modules.map(({ path, takes }) => [path, takes.map(({ from }) => from)]))
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
