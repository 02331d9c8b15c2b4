import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Db, openDb } from '../../src/db/db.ts'
import { learnPlacement } from '../../src/db/per-merchant.ts'
import { inSteps, type Step } from '../../src/db/steps.ts'
import { useService } from '../support/service.ts'

const service = useService()

describe.each(['one PostgreSQL', 'a cluster'])('steps on %s', place => {
  let db: Db

  beforeAll(async () => {
    db = openDb(service.config.databaseUrl, { maxConnections: 2 })
    if (place === 'one PostgreSQL') await learnPlacement(db)
    await db`drop table if exists boxes, notes`
    await db`create table boxes (box_id int primary key, content text, closed boolean)`
    await db`create table notes (box_id int, content text check (content <> 'never'))`
    await db`insert into boxes values (1, 'old', false), (2, 'old', true), (3, 'old', false)`
  })
  afterAll(() => db.end())

  const filling = (content: string): Step[] => [
    {
      name: 'open_boxes',
      returns: db`box_id int`,
      statement: db`select box_id from boxes where not closed and box_id < 3 for update`,
    },
    {
      name: 'filled',
      reads: ['open_boxes'],
      returns: db`box_id int, content text`,
      statement: db`update boxes b set content = ${content} from open_boxes o where b.box_id = o.box_id
        returning b.box_id, b.content`,
    },
    {
      name: 'noted',
      reads: ['filled'],
      statement: db`insert into notes select box_id, content from filled`,
    },
  ]
  const filled = () => db`select box_id from filled`

  it('read the rows of earlier steps, and the last returns the result', async () => {
    expect(await inSteps(db, filling('new'), { reads: ['filled'], statement: filled() })).toEqual([
      { boxId: 1 },
    ])
    expect(await db`select box_id, content from boxes order by 1`).toEqual([
      { boxId: 1, content: 'new' },
      { boxId: 2, content: 'old' },
      { boxId: 3, content: 'old' },
    ])
    expect(await db`select * from notes`).toEqual([{ boxId: 1, content: 'new' }])
  })

  it('are written together or not at all', async () => {
    const failing = inSteps(db, filling('never'), { reads: ['filled'], statement: filled() })
    await expect(failing).rejects.toMatchObject({ code: '23514' })
    expect(await db`select from boxes where content = 'never'`).toHaveLength(0)
  })

  it('join an existing transaction', async () => {
    const undone = db.begin(async tx => {
      await inSteps(tx, filling('undone'), { reads: ['filled'], statement: filled() })
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    expect(await db`select from boxes where content = 'undone'`).toHaveLength(0)
  })

  it('do nothing if a step they read has no rows', async () => {
    await db`update boxes set closed = true`
    expect(await inSteps(db, filling('newer'), { reads: ['filled'], statement: filled() })).toEqual([])
    expect(await db`select from notes where content = 'newer'`).toHaveLength(0)
  })
})
