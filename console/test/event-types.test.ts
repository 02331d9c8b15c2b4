import { expect, test } from 'vitest'
import { forwardedTypes as typesOfService } from '../../service/src/deliveries/forwarded-types.ts'
import { forwardedTypes } from '../src/pages/callbacks/event-types.ts'

test('callbacks can be filtered by every type that the service sends', () => {
  expect(new Set(forwardedTypes)).toEqual(new Set(typesOfService))
})
