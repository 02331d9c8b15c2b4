import { expect, it } from 'vitest'
import { databaseForThisTest } from '../support/database.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { startService } from '../support/service.ts'

it('an internal error tells the caller nothing and the log everything', async () => {
  const service = await startService(await databaseForThisTest())
  await service.db`alter table audit_log drop column target`
  const answer = await service.admin('POST', '/merchants', { name: 'Unlucky' })
  expectProblem(answer, 'internal_error')
  expect(Object.keys(answer.body)).toHaveLength(7)
  expect(answer.text).not.toMatch(/audit_log|relation|insert|42703|postgres|node_modules|\.ts|\.js| at /i)

  const lines = service.logged
    .map(line => JSON.parse(line))
    .filter(line => line.traceId === answer.body.traceId)
  const error = lines.find(line => line.err)
  expect(error).toMatchObject({ level: 50, err: { message: expect.stringContaining('audit_log') } })
  expect(error.err.stack).toContain('audit-log')
  expect(lines.find(line => line.status === 500)).toBeTruthy()

  const [merchants] = await service.db`select count(*)::int from merchants`
  expect(merchants?.count, 'nothing was changed').toBe(0)
  await service.stop()
})
