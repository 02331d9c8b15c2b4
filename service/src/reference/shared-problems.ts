import { problemCodesOf } from '../http/schemas.ts'
import { mapValues } from './named-schemas.ts'
import type { Document, Response } from './openapi-types.ts'

interface Shared {
  paths: Document['paths']
  responses: Record<string, Response>
}

/** Names each distinct problem response once, by its codes and headers, and refers to it everywhere else. */
export function withSharedProblems(paths: Document['paths']): Shared {
  const responses: Record<string, Response> = {}
  const share = (response: Response): Response => {
    const name = nameOf(response)
    if (name === '') return response
    const known = responses[name]
    if (known && JSON.stringify(known) !== JSON.stringify(response)) {
      throw new Error(`two responses named ${name}`)
    }
    responses[name] = response
    return { $ref: `#/components/responses/${name}` } as Response
  }
  const shared = mapValues(paths, methods =>
    mapValues(methods, operation => ({ ...operation, responses: mapValues(operation.responses, share) })),
  )
  const inOrder = Object.entries(responses).sort(([a], [b]) => (a < b ? -1 : 1))
  return { paths: shared, responses: Object.fromEntries(inOrder) }
}

function nameOf(response: Response): string {
  const codes = problemCodesOf(response)
  const isChallenge = 'WWW-Authenticate' in (response.headers ?? {})
  return codes.map(pascalCase).join('Or') + (isChallenge ? 'WithChallenge' : '')
}

const pascalCase = (code: string) =>
  code.replaceAll(/(?:^|_)([a-z])/g, (_, first: string) => first.toUpperCase())
