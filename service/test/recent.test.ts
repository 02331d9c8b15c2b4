import { expect, it } from 'vitest'
import { Recent } from '../src/recent.ts'

it('drops the least recently used entry', () => {
  const recent = new Recent<number>(3)
  for (const [n, key] of ['a', 'b', 'c'].entries()) recent.set(key, n)
  expect(recent.get('a')).toBe(0)
  recent.set('b', 5).set('d', 3)
  expect([...recent]).toEqual([
    ['a', 0],
    ['b', 5],
    ['d', 3],
  ])
  expect(recent.get('c')).toBeUndefined()
})
