import { api, bodyOf, type Item } from '../../api/client.ts'

export type Action = Item<'listActions'>
export type Operator = Item<'listOperators'>

interface PageRequest {
  cursor: string | undefined
  signal: AbortSignal
}

export const fetchActions = ({
  merchantId,
  cursor,
  signal,
}: PageRequest & { merchantId: string | undefined }) =>
  bodyOf(api.GET('/admin/v1/audit', { params: { query: { merchantId, cursor, limit: 50 } }, signal }))

export const fetchOperators = ({ cursor, signal }: PageRequest) =>
  bodyOf(api.GET('/admin/v1/operators', { params: { query: { cursor, limit: 50 } }, signal }))
