import { expect, it, onTestFinished } from 'vitest'
import { openDb } from '../../src/db/db.ts'
import { useService } from '../support/service.ts'

const service = useService()

function open() {
  const db = openDb(service.config.databaseUrl, { maxConnections: 1 })
  onTestFinished(() => db.end())
  return db
}

it('a statement is sent with parameters of any type, whichever came first', async () => {
  const db = open()
  const values = [null, 'text', new Date(0), true, null, Buffer.from('bytes'), new Date(1), 'text', false]
  for (const value of values) {
    const [row] = await db<{ value: unknown }[]>`select ${value} as value`
    expect(row?.value).toEqual(value)
  }
})

it('a statement is put together from the parts that it is given', async () => {
  const db = open()
  const joined = async (first: unknown, second: unknown) => {
    const [row] = await db<
      { value: string }[]
    >`select concat(${first as string}::text, ${second as string}::text) as value`
    return row?.value
  }
  for (let i = 0; i < 2; i++) {
    expect(await joined('a', 'b')).toBe('ab')
    expect(await joined(db`upper('a')`, 'b')).toBe('Ab')
    expect(await joined('a', db`upper('b')`)).toBe('aB')
    expect(await joined(db`lower(${'A'})`, db`upper(${`b${i}`})`)).toBe(`aB${i}`)
  }
})

it('the error of a statement names the place where it was made', async () => {
  await expect(open()`select no_such_column`).rejects.toMatchObject({
    stack: expect.stringContaining('statement.test.ts'),
  })
})
