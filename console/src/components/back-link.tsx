import { Link } from '@tanstack/react-router'
import { queryClient } from '../api/query-client.ts'

/** A page of the menu or the search, with its filters. */
interface List {
  label: string
  to: string
  search?: object
}

const lastList = ['last-list']
queryClient.setQueryDefaults(lastList, { gcTime: Number.POSITIVE_INFINITY })

export const rememberList = (list: List) => queryClient.setQueryData(lastList, list)

/** Leads back to the list that was open last, with its filters; otherwise to the page's own list. */
export function BackLink(own: List) {
  const { label, to, search } = queryClient.getQueryData<List>(lastList) ?? own
  return (
    <Link to={to} search={search ?? {}}>
      Back to {label}
    </Link>
  )
}
