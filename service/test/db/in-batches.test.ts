import { describe, expect, it } from 'vitest'
import type { Db } from '../../src/db/db.ts'
import { inBatches } from '../../src/db/in-batches.ts'
import { createSlots } from '../../src/db/slots.ts'

/** A database that answers on command. */
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
  /** Ends the statements in flight repeatedly, until none are left. */
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
const free = () => ({
  name: 'read',
  touches: (_item: string) => [] as string[],
  slots: createSlots(6),
})

/** A cluster, where items of different merchants do not share a statement. */
function createQueue(
  run: (items: string[]) => Promise<string[]>,
  { name, slots, touches, merchant }: ReturnType<typeof free> & { merchant?: (item: string) => string },
) {
  const send = (_db: Db, items: { item: string; merchantId?: string }[]) => run(items.map(({ item }) => item))
  const statement = Object.defineProperty(send, 'name', { value: name })
  const add = inBatches(statement, { touches: ({ item }) => touches(item) })
  const db = { slots, queues: new Map(), engine: { isOne: false } } as unknown as Db
  return (item: string) => add(db, merchant ? { item, merchantId: merchant(item) } : { item })
}

const fault = (code: string) => Object.assign(new Error(`fault ${code}`), { code })
const statusOf = async (settled: Promise<PromiseSettledResult<string>[]>) =>
  (await settled).map(({ status }) => status)

describe('items in batches', () => {
  it('of one turn of the event loop share a statement, and items that arrive meanwhile share the next ones', async () => {
    const { run, sent, endAll } = fakeDatabase()
    const add = createQueue(run, free())
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
    const add = createQueue(run, free())
    const answers = Array.from({ length: 600 }, (_, i) => add(String(i)))
    await endAll()
    expect(sent().map(items => items.length)).toEqual([256, 256, 88])
    expect(await Promise.all(answers)).toHaveLength(600)
  })

  it('are never in the database together if they touch the same key', async () => {
    const { run, sent, endAll, statements } = fakeDatabase()
    const add = createQueue(run, { ...free(), touches: (item: string) => [item.slice(0, 1)] })
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

  it('share a statement only with others of their merchant', async () => {
    const { run, sent, endAll } = fakeDatabase()
    const add = createQueue(run, { ...free(), merchant: (item: string) => item.slice(0, 1) })
    const answers = ['a1', 'b1', 'a2', 'b2', 'c1'].map(add)
    await endAll()
    expect(sent()).toEqual([['a1', 'a2'], ['b1', 'b2'], ['c1']])
    await Promise.all(answers)
  })

  it('fail alone: the items of a failed statement are tried one by one', async () => {
    const { run, endAll, sent } = fakeDatabase(items => {
      if (items.includes('bad')) throw new Error('bad item')
      return items
    })
    const add = createQueue(run, free())
    const settled = Promise.allSettled(['good', 'bad', 'fine'].map(add))
    await endAll()
    expect(sent()).toEqual([['good', 'bad', 'fine'], ['good'], ['bad'], ['fine']])
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('all fail, and are not sent again, if it is unknown whether the statement was committed', async () => {
    const { run, endAll, sent } = fakeDatabase(() => {
      throw Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED' })
    })
    const add = createQueue(run, free())
    const settled = Promise.allSettled(['a', 'b'].map(add))
    await endAll()
    expect(sent()).toEqual([['a', 'b']])
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  it('fail alone if a statement was rolled back, and a slow one delays no other', async () => {
    const { run, sent, statements } = fakeDatabase(items => {
      if (items.includes('locked')) throw fault('57014')
      return items
    })
    const add = createQueue(run, free())
    const others = ['a', 'b', 'c', 'd', 'e']
    const settled = Promise.all(others.map(add))
    const locked = add('locked').catch(error => error.code)
    await turn()
    statements[0]?.end()
    await turn()
    await turn()
    const endOthers = async (): Promise<void> => {
      const ended = statements.slice(1).filter(({ items }) => !items.includes('locked'))
      for (const { end } of ended) end()
      await turn()
      await turn()
      if (ended.length < others.length) await endOthers()
    }
    await endOthers()
    expect(await settled).toEqual(others)
    for (const { end } of statements) end()
    expect(await locked).toBe('57014')
    expect(sent().slice(1).flat().sort()).toEqual([...others, 'locked'].sort())
  })

  it('fail together with the first that times out alone, if none succeeds', async () => {
    const { run, endAll, sent } = fakeDatabase(() => {
      throw fault('57014')
    })
    const add = createQueue(run, free())
    const settled = Promise.allSettled(Array.from({ length: 100 }, (_, i) => add(String(i))))
    await endAll()
    expect(new Set(await statusOf(settled))).toEqual(new Set(['rejected']))
    expect(sent().length).toBeLessThan(10)
  })
})

describe('items of different merchants', () => {
  const ofMerchants = { ...free(), merchant: (item: string) => item.slice(0, 1) }

  it('do not wait for merchants whose statements hang', async () => {
    const { run, sent, statements } = fakeDatabase()
    const add = createQueue(run, { ...ofMerchants, slots: createSlots(8) })
    for (const item of ['a1', 'b1']) void add(item)
    await turn()
    for (const item of ['a2', 'b2']) void add(item)
    await turn()
    for (const item of ['a3', 'b3']) void add(item)
    const answer = add('c1')
    await turn()
    expect(sent()).toEqual([['a1'], ['b1'], ['a2'], ['b2'], ['c1']])
    statements[4]?.end()
    expect(await answer).toBe('c1!')
  })

  it('have two statements each at a time, of whatever kind, and together fewer than the connections', async () => {
    const { run, sent, statements } = fakeDatabase()
    const slots = createSlots(3)
    const [read, write] = ['read', 'write'].map(name => createQueue(run, { ...ofMerchants, name, slots }))
    for (const [i, add] of [read, write, read].entries()) {
      void add?.(`a${i}`)
      await turn()
    }
    for (const item of ['b1', 'c1', 'd1']) void write?.(item)
    await turn()
    expect(sent()).toEqual([['a0'], ['a1'], ['b1']])
    statements[2]?.end()
    await turn()
    await turn()
    expect(sent().slice(3)).toEqual([['c1']])
  })

  it('leave one connection to others, however few there are', async () => {
    const { run, sent } = fakeDatabase()
    const add = createQueue(run, { ...ofMerchants, slots: createSlots(2) })
    for (const item of ['a1', 'a2', 'b1']) {
      void add(item)
      await turn()
    }
    expect(sent()).toEqual([['a1'], ['b1']])
  })

  it('get their turn even if another kind of statement is busy', async () => {
    const { run, sent, statements } = fakeDatabase()
    const slots = createSlots(1)
    const [busy, other] = ['busy', 'other'].map(name => createQueue(run, { ...free(), name, slots }))
    void busy?.('a1')
    await turn()
    void busy?.('a2')
    void other?.('b1')
    for (let i = 0; i < 2; i++) {
      statements[i]?.end()
      await turn()
      await turn()
      void busy?.(`more ${i}`)
    }
    expect(sent().flat()).toContain('b1')
  })
})
