import type { DeliveryState } from './route.ts'

export const stateText: Readonly<Record<DeliveryState, string>> = {
  pending: 'Pending',
  delivered: 'Delivered',
  dead: 'Dead letter',
}
