import { describe, expect, it } from 'vitest'
import { isDatabaseUnavailable, isOutcomeUnknown, markOfDriver } from '../../src/db/unavailable.ts'

const fault = (code: string, message = 'a fault') => Object.assign(new Error(message), { code })

describe('a fault of the database', () => {
  it.each([
    fault('CONNECTION_CLOSED'),
    markOfDriver(fault('ERR_SOCKET_CLOSED')),
    markOfDriver(fault('EPIPE')),
    markOfDriver(fault('A_CODE_OF_TOMORROW')),
    fault('08006'),
    fault('57P01'),
    fault('XX000', 'could not commit transaction for shard 102008 on at least one active node'),
    fault('XX000', 'failure on connection marked as essential: 10.0.0.2:5432'),
  ])('that lost the connection leaves the outcome open: $code $message', error => {
    expect([isDatabaseUnavailable(error), isOutcomeUnknown(error)]).toEqual([true, true])
  })

  it.each(['57014', '55P03', '40001', '40P01', '53100', '53200', '53400', '58030'])(
    'that ended only the statement rolled it back: %s',
    code => {
      expect([isDatabaseUnavailable(fault(code)), isOutcomeUnknown(fault(code))]).toEqual([true, false])
    },
  )

  it.each([
    fault('23505'),
    fault('XX000', 'cache lookup failed for relation 1'),
    new Error('a bug'),
    'text',
    markOfDriver(new TypeError('a bug')),
    markOfDriver(Object.assign(new TypeError('a bug'), { code: 'ERR_INVALID_ARG_TYPE' })),
    // the error of another server, not of the database
    fault('ECONNREFUSED'),
  ])('in the statement itself is neither: %s', error => {
    expect([isDatabaseUnavailable(error), isOutcomeUnknown(error)]).toEqual([false, false])
  })
})
