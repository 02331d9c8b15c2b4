import { type TSchema, Type } from '@fastify/type-provider-typebox'
import { idPattern } from '../ids.ts'
import { problems } from '../problems.ts'

export const defaultLimit = 20

export const PageQuery = {
  cursor: Type.Optional(Type.String({ maxLength: 200, description: '`nextCursor` of the previous page' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: defaultLimit, description: 'Items per page' }),
  ),
}

interface Asked {
  cursor?: string
  limit?: number
}

export function Page<Item extends TSchema>(item: Item) {
  const title = 'title' in item && typeof item.title === 'string' ? { title: `${item.title}List` } : {}
  return Type.Object(
    {
      data: Type.Array(item, { description: 'The items of this page' }),
      nextCursor: Type.Union([Type.String(), Type.Null()], {
        description: 'Pass it as `cursor` to get the next page. Null on the last page.',
        examples: [null],
      }),
    },
    { ...title, description: 'One page of the list.' },
  )
}

/** Cursors are opaque, so that the sort order can change. */
export function readCursor(
  cursor: string | undefined,
  shape = new RegExp(`^${idPattern('[a-z]{2,3}')}$`),
): string | null {
  if (cursor === undefined) return null
  const position = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!shape.test(position) || writeCursor(position) !== cursor) throw noCursor()
  return position
}

/** The named groups of a cursor's shape; null without a cursor. */
export function readParts<Name extends string>(cursor: string | undefined, shape: RegExp) {
  const found = shape.exec(readCursor(cursor, shape) ?? '')
  return found && ({ ...found.groups } as Record<Name, string>)
}

const noCursor = () =>
  problems.invalidRequest('The query is not valid.', [{ path: 'cursor', message: 'is not a cursor' }])

function writeCursor(position: string): string {
  return Buffer.from(position, 'utf8').toString('base64url')
}

/** For a list whose pages may end early: `resumeAt` is where the next page starts, or null if there is none. */
export function pageUpTo<Row>(data: Row[], resumeAt: string | null) {
  return { data, nextCursor: resumeAt === null ? null : writeCursor(resumeAt) }
}

/** Pages a list that is short enough to be read as a whole. */
export function pageIn<Item>(
  items: Item[],
  { cursor, limit = defaultLimit }: Asked,
  keyOf: (item: Item) => string,
) {
  const after = readCursor(cursor, /^.{1,100}$/)
  const last = items.findIndex(item => keyOf(item) === after)
  if (after !== null && last < 0) throw noCursor()
  return pageOf(items.slice(last + 1), limit, keyOf)
}

/** The part of a list that a statement reads: up to `limit` rows that follow the row `after`. */
export interface Slice {
  after: string | null
  limit: number
}

/** Reads a page of a list that is sorted by an id. */
export async function readPage<Id extends string, Row extends Record<Id, string>>(
  { cursor, limit = defaultLimit }: Asked,
  id: Id,
  read: (slice: Slice) => Promise<Row[]>,
  shape?: RegExp,
) {
  const rows = await read({ after: readCursor(cursor, shape), limit: limit + 1 })
  return pageOf(rows, limit, row => row[id])
}

/** `rows` has one row more than the limit if another page follows. */
export function pageOf<Row>(rows: Row[], limit: number, positionOf: (row: Row) => string) {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data, nextCursor: rows.length > limit && last ? writeCursor(positionOf(last)) : null }
}
