import { expect, it } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { useService } from '../support/service.ts'

const service = useService()

it('a database without room to write is unavailable, not an internal error', async () => {
  await service.db.unsafe(`
    create function no_space() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file "base/5/16384": No space left on device' using errcode = 'disk_full';
    end $$;
    create trigger no_space before insert on merchants execute function no_space()`)
  const answer = await service.admin('POST', '/merchants', { name: 'One too many' })
  expectProblem(answer, 'unavailable', { detail: expect.stringMatching(/disk space/) })
  expect(answer.text).not.toMatch(/base\/5|No space left/)
})
