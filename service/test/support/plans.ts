import postgres from 'postgres'
import { onTestFinished } from 'vitest'
import { asDb, type Db } from '../../src/db/db.ts'
import { learnPlacement } from '../../src/db/per-merchant.ts'

export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: PlanNode[]
}

export const withAllBelow = (node: PlanNode): PlanNode[] => [
  node,
  ...(node.Plans ?? []).flatMap(withAllBelow),
]

/** Opens a connection that records the plans that the server really uses, even for old prepared statements. */
export async function openExplained(databaseUrl: string): Promise<{ db: Db; plans: PlanNode[] }> {
  const plans: PlanNode[] = []
  const sql = postgres(databaseUrl, {
    max: 1,
    transform: { column: { from: postgres.toCamel } },
    onnotice: ({ message }) => {
      const json = /plan:\s*(\{[\s\S]*)$/.exec(message ?? '')?.[1]
      if (json) plans.push(JSON.parse(json).Plan)
    },
  })
  const db = asDb(sql)
  onTestFinished(() => db.end())
  await learnPlacement(db)
  await db`load 'auto_explain'`
  await db.unsafe(`set client_min_messages = log; set auto_explain.log_min_duration = 0;
    set auto_explain.log_analyze = on; set auto_explain.log_format = json`)
  plans.length = 0
  return { db, plans }
}

/** The rows that a node read, including those that it filtered out. */
export function rowsRead(node: PlanNode): number {
  const each =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0)
  return each * (node['Actual Loops'] ?? 1)
}
