import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './problem.ts'

/** Retries only failures that may be temporary, not definite answers. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isPassing = !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500
  return isPassing && failures < 2
}

const onError = (error: Error) => {
  const isSignedOut = error instanceof ApiProblem && error.status === 401
  if (isSignedOut) queryClient.setQueryData(['session'], null)
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // The library would hold calls back while the browser is offline. But a change must never be sent later, and a
    // service on this machine can answer without a network.
    queries: {
      staleTime: 2_000,
      retry: isWorthRetrying,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
