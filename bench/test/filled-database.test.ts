import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { databaseForThisTest } from '../../service/test/support/database.ts'

async function run(name: string, ...args: string[]): Promise<string> {
  const program = fileURLToPath(new URL(`../${name}`, import.meta.url))
  return (await promisify(execFile)(process.execPath, [program, ...args])).stdout
}

it('a database is filled, and its sizes, plans and lists are measured', async () => {
  const database = await databaseForThisTest()
  const filled = await run('fill.js', '--payments', '600', '--merchants', '2', '--database', database)
  expect(filled).toContain('600 payments of 2 merchants')
  const sizes = await run('sizes.js', '--database', database)
  expect(sizes).toMatch(/^\| payments \| 1 \|/m)
  expect(sizes).toMatch(/^\| Create: claim \| .*operations_by_key/m)
  const lists = await run('lists.js', '--rounds', '1', '--database', database)
  expect(lists).toMatch(/^\| Payments, deep in \| [\d.]+ \([\d.]+\) \|$/m)
})
