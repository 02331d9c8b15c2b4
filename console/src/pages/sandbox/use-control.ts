import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callSandbox } from '../../api/sandbox.ts'

type Method = 'POST' | 'DELETE'

/** One part of the sandbox's state, and calls that change it. It is read again after each. */
export function useControl<State>(part: 'faults' | 'clock' | 'webhooks' | 'readers') {
  const queryClient = useQueryClient()
  const state = useQuery({
    queryKey: ['sandbox', part],
    queryFn: () => callSandbox<State>('GET', part),
    refetchInterval: 5_000,
  })
  const change = useMutation({
    mutationFn: ([method, path, body]: [Method, string, object?]) => callSandbox(method, path, body),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['sandbox'] }),
  })
  return {
    state: state.data,
    error: change.error ?? state.error,
    change: change.mutate,
    isBusy: change.isPending,
  }
}
