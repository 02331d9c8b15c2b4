import { expect, it } from 'vitest'
import { fields, table } from '../../src/cli/output.ts'
import { operatorToken, useService } from '../support/service.ts'
import { run } from './in-process.ts'

const service = useService()

const hostile = 'evil \u202epohs\u202c \u009b2J'
const shown = String.raw`evil \u202epohs\u202c \u009b2J`

it('text from outside never reaches the terminal as a control sequence', async () => {
  const { db } = service
  const { merchantId } = await service.createMerchant()
  await db`update merchants set name = ${hostile} where merchant_id = ${merchantId}`
  const env = { PORT: new URL(service.url).port, SVC_OPERATOR_TOKEN: operatorToken }
  for (const args of [
    ['merchants', 'list'],
    ['merchants', 'show', merchantId],
  ]) {
    const { stdout } = await run(args, env)
    expect(stdout).toContain(shown)
    expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u)
  }
  const json = (await run(['merchants', 'show', merchantId, '--json'], env)).stdout
  expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u)
  expect(JSON.parse(json).name).toBe(hostile)
  const refused = await run(['merchants', 'show', hostile], env)
  expect(refused.stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u)
})

it('a cell has one line', () => {
  const rows = table(['A', 'B'], [['one\r\ntwo', 'x\ty']]).split('\n')
  expect(rows).toEqual(['A                   B', String.raw`one\u000d\u000atwo  x\u0009y`])
  expect(fields({ label: '\u001b[31mred' })).toBe(String.raw`label  \u001b[31mred`)
})
