import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../src/crypto.ts'
import type { OperationId } from '../../src/ids.ts'
import { digestOf, processorKeyOf } from '../../src/operations/operation.ts'

const hex = (value: unknown) => digestOf(value).toString('hex')

/** Any body after parsing. */
const aBody = fc.jsonValue({ maxDepth: 4 }).filter(isWellFormed)

/** Leaves out -0, which JSON text cannot represent. */
function isWellFormed(value: unknown): boolean {
  return JSON.stringify(JSON.parse(JSON.stringify(value))) === JSON.stringify(value)
}

/** The same value with the members of every object in another order. */
function shuffled(value: unknown, seed: number): unknown {
  if (Array.isArray(value)) return value.map(item => shuffled(item, seed))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, shuffled(member, seed)] as const)
  const turn = members.length === 0 ? 0 : seed % members.length
  return Object.fromEntries([...members.slice(turn), ...members.slice(0, turn)].reverse())
}

/** An independent definition of equality: the order of members is ignored, everything else counts. */
function same(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((item, i) => same(item, b[i]))
  }
  if (typeof a === 'object' && a !== null && typeof b === 'object' && b !== null) {
    const [mine, theirs] = [new Map(Object.entries(a)), new Map(Object.entries(b))]
    if (mine.size !== theirs.size) return false
    return [...mine].every(([name, member]) => theirs.has(name) && same(member, theirs.get(name)))
  }
  return a === b
}

/** How version 0.1.0 serialized a request for the digest. */
function asFirstReleased(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asFirstReleased).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${asFirstReleased(member)}`)
  return `{${members.join(',')}}`
}

describe('the digest of a request', () => {
  it('does not depend on the order of fields, at any depth', () => {
    fc.assert(
      fc.property(aBody, fc.nat(), (body, seed) => {
        expect(hex(shuffled(body, seed))).toBe(hex(body))
      }),
    )
  })

  it('does not depend on how the same JSON is written', () => {
    fc.assert(
      fc.property(aBody, body => {
        expect(hex(JSON.parse(JSON.stringify(body, null, 3)))).toBe(hex(body))
      }),
    )
  })

  it('is the same if and only if the values are', () => {
    fc.assert(
      fc.property(aBody, aBody, (a, b) => {
        expect(hex(a) === hex(b)).toBe(same(a, b))
      }),
      { numRuns: 500 },
    )
  })

  it('changes with any one value', () => {
    const aFlatBody = fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string(), fc.boolean()), {
      minKeys: 1,
    })
    fc.assert(
      fc.property(aFlatBody, fc.nat(), fc.jsonValue(), (body, at, value) => {
        const names = Object.keys(body)
        const name = names[at % names.length] ?? ''
        const changed = Object.fromEntries(Object.entries(body).map(([n, v]) => [n, n === name ? value : v]))
        expect(hex(changed) === hex(body)).toBe(same(changed, body))
      }),
    )
  })

  it.each([
    [{ a: 1 }, { a: '1' }],
    [{ a: null }, {}],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: [[1], 2] }, { a: [1, [2]] }],
    [{ 'a":1,"b': 2 }, { a: 1, b: 2 }],
    [['a', 'b'], ['a,b']],
    [{ a: true }, { a: 'true' }],
    [{}, []],
  ])('distinguishes %j from %j', (a, b) => {
    expect(hex(a)).not.toBe(hex(b))
  })

  it('matches stored operations, so that their keys are still known', () => {
    fc.assert(
      fc.property(aBody, body => {
        expect(hex(body)).toBe(sha256(asFirstReleased(body)).toString('hex'))
      }),
    )
    const create = { amountCents: 5000, orderRef: 'order 7', paymentMethodTypes: ['card'], currency: 'EUR' }
    expect(hex(create)).toBe('52e7c91093386bf9afbbbab10af2c8ca10dc8621d1d0cf9825743d2c98bb081e')
  })

  it('treats an undefined field like a missing one', () => {
    expect(hex({ a: 1, b: undefined })).toBe(hex({ a: 1 }))
  })
})

it('each attempt of an operation has one key', () => {
  const anAttempt = fc.integer({ min: 1, max: 9 })
  fc.assert(
    fc.property(anAttempt, anAttempt, (a, b) => {
      const keyOf = (attempt: number) =>
        processorKeyOf({ operationId: 'op_1' as OperationId, arguments: { callKey: null } }, attempt)
      expect(keyOf(a) === keyOf(b)).toBe(a === b)
    }),
  )
})
