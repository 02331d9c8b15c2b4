import { expect, it } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { useService } from '../support/service.ts'

const service = useService()

it('a database without disk space is unavailable, not an internal error', async () => {
  await service.db.unsafe(`
    create function no_space() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file "base/5/16384": No space left on device' using errcode = 'disk_full';
    end $$;
    create trigger no_space before insert on merchants execute function no_space()`)
  const answer = await service.admin('POST', '/merchants', { name: 'One too many' })
  expectProblem(answer, 'unavailable', { detail: expect.stringMatching(/disk space/) })
  expect(answer.text).not.toMatch(/base\/5|No space left/)
  await service.db.unsafe('drop trigger no_space on merchants')
})

it('an instance that cannot write for lack of space is not ready until a write succeeds', async () => {
  const ready = async () => (await service.call('GET', '/readyz')).status
  await expect.poll(ready).toBe(200)
  await service.db.unsafe('create trigger no_space before insert on merchants execute function no_space()')
  // a statement that needs no space succeeds, and proves nothing
  for (let i = 0; i < 3; i++) {
    await service.admin('POST', '/merchants', { name: 'One too many' })
    await service.db`update pg_description set description = description where false`
    expectProblem(await service.call('GET', '/readyz'), 'unavailable', {
      detail: expect.stringMatching(/disk space/),
    })
  }
  await service.db.unsafe('drop trigger no_space on merchants')
  await expect.poll(ready).toBe(200)
})
