import { expect, test } from 'vitest'
import { forwardedTypes as typesOfService } from '../../service/src/deliveries/forwarded-types.ts'
import { eventTypes } from '../src/pages/callbacks/names.tsx'

test('callbacks can be filtered by every type that the service sends', () => {
  expect(new Set(eventTypes)).toEqual(new Set(typesOfService))
})
