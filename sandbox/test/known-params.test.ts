import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../src/api/errors.ts'
import type { Route } from '../src/api/route.ts'
import { routes } from '../src/routes.ts'
import { createReader, type Interface } from './support/declarations.ts'

const sdk = join(dirname(createRequire(import.meta.url).resolve('stripe')), '../esm/resources')
const read = createReader()

/** Where the SDK declares the parameters of an operation, such as `payment_intents.create`. */
function declared({ operation }: Route): Interface | undefined {
  const parts = operation.split('.').map(part => part.split('_').map(capital).join(''))
  const [verb = '', plural = ''] = [parts.at(-1), parts.at(-2)]
  const noun = plural.replace(/ies$/, 'y').replace(/s$/, '')
  const folders = parts.slice(0, -2)
  try {
    const module = read(join(sdk, ...folders, `${plural}.d.ts`))
    const prefix = folders.length > 0 ? [`${folders.join('.')}.`, ''] : ['']
    for (const space of prefix) {
      const found = module.interfaces.get(`${space}${noun}${verb}Params`)
      if (found) return found
    }
  } catch {
    // The SDK has no file of that name.
  }
  return undefined
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

function isUnknown(route: Route, name: string): boolean {
  try {
    route.prepare({ [name]: 'x' })
    return false
  } catch (error) {
    return error instanceof ApiError && error.body.code === 'parameter_unknown'
  }
}

describe('no parameter that the SDK declares is refused as unknown', () => {
  const found = routes.filter(declared)

  test('most operations are checked', () => {
    expect(found.length / routes.length).toBeGreaterThan(0.75)
  })

  test.each(found.map(route => [route.operation, route] as const))('%s', (_operation, route) => {
    const names = [...(declared(route)?.fields.keys() ?? [])]
    expect(names.filter(name => isUnknown(route, name))).toEqual([])
  })
})
