import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { bodyOf } from '../../api/client.ts'
import { type Command, send } from '../../api/command.ts'

/** One part of the sandbox's state, and commands that change it. It is read again after each. */
export function useControl<State>(
  part: 'faults' | 'clock' | 'webhooks' | 'readers',
  read: () => Promise<{ data?: State }>,
) {
  const queryClient = useQueryClient()
  const state = useQuery({
    queryKey: ['sandbox', part],
    queryFn: () => bodyOf(read()),
    refetchInterval: 5_000,
  })
  const change = useMutation({
    mutationFn: (command: Command) => send(command),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['sandbox'] }),
  })
  return {
    state: state.data,
    error: change.error ?? state.error,
    change: change.mutate,
    isBusy: change.isPending,
  }
}
