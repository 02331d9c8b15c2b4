import { useQueryClient } from '@tanstack/react-query'

export function useRefreshOperators(): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      ['operators', 'actions'].map(resource => queryClient.invalidateQueries({ queryKey: [resource] })),
    )
}
