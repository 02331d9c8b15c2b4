import { expect, it } from 'vitest'
import { firstDeliveryIdAt, newDeliveryId, timeOfId } from '../src/ids.ts'

it('an id contains its creation time', () => {
  const before = Date.now()
  const ms = timeOfId(newDeliveryId()).getTime()
  expect(ms).toBeGreaterThanOrEqual(before)
  expect(ms).toBeLessThanOrEqual(Date.now())
})

it('every id lies between the first ones of its time and of a later time', () => {
  const id = newDeliveryId()
  const time = timeOfId(id)
  expect(firstDeliveryIdAt(time) <= id).toBe(true)
  expect(firstDeliveryIdAt(new Date(time.getTime() + 1)) > id).toBe(true)
  expect(timeOfId(firstDeliveryIdAt(time))).toEqual(time)
})
