import { expect, it } from 'vitest'
import { problemFrom } from '../src/api/problem.ts'

it('a message about one field is not repeated below the same message', async () => {
  const body = {
    title: 'Invalid request',
    detail: 'Country ZZ is unknown.',
    errors: [
      { path: 'country', message: 'Country ZZ is unknown.' },
      { path: 'state', message: 'is required' },
    ],
  }
  const { message, fieldErrors } = await problemFrom(Response.json(body, { status: 400 }))
  expect(message).toBe('Country ZZ is unknown.')
  expect(fieldErrors).toEqual([{ path: 'state', message: 'is required' }])
})
