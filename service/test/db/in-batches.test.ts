import { describe, expect, it } from 'vitest'
import { createBatcher } from '../../src/db/in-batches.ts'

/** A database that answers when told to. */
function fakeDatabase(answer: (items: string[]) => string[] = items => items.map(item => `${item}!`)) {
  const statements: { items: string[]; end: () => void }[] = []
  const run = (items: string[]) =>
    new Promise<string[]>((resolve, reject) => {
      const end = () => {
        try {
          resolve(answer(items))
        } catch (error) {
          reject(error)
        }
      }
      statements.push({ items, end })
    })
  /** Ends what is in flight, again and again, until nothing is left. */
  const endAll = async () => {
    for (let ended = 0; ended < statements.length; ended++) {
      statements[ended]?.end()
      await new Promise(setImmediate)
    }
  }
  return { run, statements, endAll, sent: () => statements.map(({ items }) => items) }
}

const free = { touches: () => [] }

describe('items in batches', () => {
  it('leave at once while the database is idle, and share a statement while it is not', async () => {
    const { run, sent, endAll } = fakeDatabase()
    const add = createBatcher(run, free)
    const answers = ['a', 'b', 'c', 'd', 'e'].map(add)
    expect(sent()).toEqual([['a'], ['b']])
    await endAll()
    expect(sent()).toEqual([['a'], ['b'], ['c', 'd', 'e']])
    expect(await Promise.all(answers)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!'])
  })

  it('are at most 256 in a statement', async () => {
    const { run, sent, endAll } = fakeDatabase()
    const add = createBatcher(run, free)
    const answers = Array.from({ length: 600 }, (_, i) => add(String(i)))
    await endAll()
    expect(sent().map(items => items.length)).toEqual([1, 1, 256, 256, 86])
    expect(await Promise.all(answers)).toHaveLength(600)
  })

  it('are never in the database together when they touch the same', async () => {
    const { run, sent, endAll, statements } = fakeDatabase()
    const add = createBatcher(run, { touches: item => [item.slice(0, 1)] })
    const answers = ['a1', 'a2', 'b1', 'a3', 'b2', 'c1'].map(add)
    expect(sent()).toEqual([['a1'], ['b1']])
    statements[1]?.end()
    await new Promise(setImmediate)
    expect(sent()[2]).toEqual(['b2', 'c1'])
    await endAll()
    expect(sent().slice(3)).toEqual([['a2'], ['a3']])
    expect(await Promise.all(answers)).toEqual(['a1!', 'a2!', 'b1!', 'a3!', 'b2!', 'c1!'])
  })

  it('share a statement only with others of their placement', async () => {
    const { run, sent, endAll } = fakeDatabase()
    const add = createBatcher(run, { ...free, placement: item => item.slice(0, 1) })
    const answers = ['x', 'y', 'a1', 'b1', 'a2', 'b2'].map(add)
    await endAll()
    expect(sent()).toEqual([['x'], ['y'], ['a1', 'a2'], ['b1', 'b2']])
    await Promise.all(answers)
  })

  it('fail alone: the others of a failed statement are tried one by one', async () => {
    const { run, endAll, sent } = fakeDatabase(items => {
      if (items.includes('bad')) throw new Error('bad item')
      return items
    })
    const add = createBatcher(run, free)
    const answers = ['x', 'y', 'good', 'bad', 'fine'].map(add)
    const settled = Promise.allSettled(answers)
    await endAll()
    expect(sent().slice(2)).toEqual([['good', 'bad', 'fine'], ['good'], ['bad'], ['fine']])
    expect((await settled).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
  })

  it('all fail, and are not sent again, when nobody knows whether the statement was committed', async () => {
    const { run, endAll, sent } = fakeDatabase(items => {
      if (items.length > 1) throw Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' })
      return items
    })
    const add = createBatcher(run, free)
    const settled = Promise.allSettled(['x', 'y', 'a', 'b'].map(add))
    await endAll()
    expect(sent()).toHaveLength(3)
    expect((await settled).slice(2).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
