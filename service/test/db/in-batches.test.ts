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
    await turn()
    for (let ended = 0; ended < statements.length; ended++) {
      statements[ended]?.end()
      await turn()
      await turn()
    }
  }
  return { run, statements, endAll, sent: () => statements.map(({ items }) => items) }
}

const turn = () => new Promise(setImmediate)
const free = { touches: () => [] }

describe('items in batches', () => {
  it('of one turn of the event loop share a statement, and those that come while it runs the next ones', async () => {
    const { run, sent, endAll } = fakeDatabase()
    const add = createBatcher(run, free)
    const answers = ['a', 'b', 'c'].map(add)
    await turn()
    expect(sent()).toEqual([['a', 'b', 'c']])
    answers.push(add('d'))
    await turn()
    answers.push(...['e', 'f'].map(add))
    await turn()
    expect(sent()).toEqual([['a', 'b', 'c'], ['d']])
    await endAll()
    expect(sent().slice(2)).toEqual([['e', 'f']])
    expect(await Promise.all(answers)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!', 'f!'])
  })

  it('are at most 256 in a statement', async () => {
    const { run, sent, endAll } = fakeDatabase()
    const add = createBatcher(run, free)
    const answers = Array.from({ length: 600 }, (_, i) => add(String(i)))
    await endAll()
    expect(sent().map(items => items.length)).toEqual([256, 256, 88])
    expect(await Promise.all(answers)).toHaveLength(600)
  })

  it('are never in the database together when they touch the same', async () => {
    const { run, sent, endAll, statements } = fakeDatabase()
    const add = createBatcher(run, { touches: item => [item.slice(0, 1)] })
    const answers = ['a1', 'a2', 'b1', 'a3', 'b2', 'c1'].map(add)
    await turn()
    expect(sent()).toEqual([['a1', 'b1', 'c1']])
    statements[0]?.end()
    await turn()
    await turn()
    expect(sent()[1]).toEqual(['a2', 'b2'])
    await endAll()
    expect(sent().slice(2)).toEqual([['a3']])
    expect(await Promise.all(answers)).toEqual(['a1!', 'a2!', 'b1!', 'a3!', 'b2!', 'c1!'])
  })

  it('share a statement only with others of their placement', async () => {
    const { run, sent, endAll } = fakeDatabase()
    const add = createBatcher(run, { ...free, placement: item => item.slice(0, 1) })
    const answers = ['a1', 'b1', 'a2', 'b2', 'c1'].map(add)
    await endAll()
    expect(sent()).toEqual([['a1', 'a2'], ['b1', 'b2'], ['c1']])
    await Promise.all(answers)
  })

  it('fail alone: the others of a failed statement are tried one by one', async () => {
    const { run, endAll, sent } = fakeDatabase(items => {
      if (items.includes('bad')) throw new Error('bad item')
      return items
    })
    const add = createBatcher(run, free)
    const settled = Promise.allSettled(['good', 'bad', 'fine'].map(add))
    await endAll()
    expect(sent()).toEqual([['good', 'bad', 'fine'], ['good'], ['bad'], ['fine']])
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('all fail, and are not sent again, when nobody knows whether the statement was committed', async () => {
    const { run, endAll, sent } = fakeDatabase(() => {
      throw Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' })
    })
    const add = createBatcher(run, free)
    const settled = Promise.allSettled(['a', 'b'].map(add))
    await endAll()
    expect(sent()).toEqual([['a', 'b']])
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
