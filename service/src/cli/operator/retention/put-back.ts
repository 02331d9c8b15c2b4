import type { Db } from '../../../db/db.ts'
import { CommandFault } from '../../context.ts'
import { readArchive } from './archive.ts'
import type { Movable } from './movable.ts'
import { movables } from './move-out.ts'

const atOnce = 200

export type PutBack = Awaited<ReturnType<typeof putBack>>

/** Puts back what is missing of the lines that are read. What was never moved, or is back already, stays as it is. */
export async function putBack(db: Db, path: string) {
  const total = { read: 0, restored: 0 }
  const { isCut } = await readArchive(path, atOnce, async lines => {
    for (const { movable, merchantId, lines: same } of groupsOf(path, lines)) {
      total.restored += await db.begin(tx => movable.putBack(tx, merchantId, `[${same.join(',')}]`))
    }
    total.read += lines.length
  })
  return { ...total, isCut }
}

interface Group {
  movable: Movable
  merchantId: string
  lines: string[]
}

/** Every statement is about one merchant. */
function groupsOf(path: string, lines: string[]): Group[] {
  const groups = new Map<string, Group>()
  for (const line of lines) {
    const { kind, merchantId } = ownerOf(line)
    const movable = movables.find(one => one.kind === kind)
    if (!movable || !merchantId) throw new CommandFault(`${path} is not an archive of svcpay retention.`)
    const group = groups.get(`${kind} ${merchantId}`) ?? { movable, merchantId, lines: [] }
    group.lines.push(line)
    groups.set(`${kind} ${merchantId}`, group)
  }
  return [...groups.values()]
}

function ownerOf(line: string): { kind?: string; merchantId?: string } {
  try {
    const { kind, row } = JSON.parse(line)
    return { kind, merchantId: row.merchant_id }
  } catch {
    return {}
  }
}
