import { useQueryClient } from '@tanstack/react-query'
import { api, bodyOf, type Item } from '../../api/client.ts'
import { startOfDay } from '../../components/days.ts'

export type Action = Item<'listActions'>
export type Operator = Item<'listOperators'>

interface PageRequest {
  cursor: string | undefined
  signal: AbortSignal
}

interface ActionFilters {
  merchantId?: string
  actor?: string
  action?: string
  createdFrom?: string
  createdTo?: string
}

export const fetchActions = (
  { createdFrom, createdTo, ...filters }: ActionFilters,
  { cursor, signal }: PageRequest,
) => {
  const period = {
    createdFrom: createdFrom && startOfDay(createdFrom),
    createdTo: createdTo && startOfDay(createdTo, 1),
  }
  const query = { ...filters, ...period, cursor, limit: 50 }
  return bodyOf(api.GET('/admin/v1/audit', { params: { query }, signal }))
}

export const fetchOperators = ({ cursor, signal }: PageRequest) =>
  bodyOf(api.GET('/admin/v1/operators', { params: { query: { cursor, limit: 50 } }, signal }))

export function useRefreshOperators(): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      ['operators', 'actions'].map(resource => queryClient.invalidateQueries({ queryKey: [resource] })),
    )
}

export interface ActivitySearch extends ActionFilters {
  tab?: 'operators'
  cursor?: string
}
