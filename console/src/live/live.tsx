import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { api, bodyOf, isAsking, watchAsking } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import { createRefresher } from './refresher.ts'
import { type LiveMessage, openStream, type StreamState } from './stream.ts'

type Listener = (message: LiveMessage) => void

interface Live {
  state: StreamState
  subscribe: (listener: Listener) => () => void
}

const LiveContext = createContext<Live>({ state: 'connecting', subscribe: () => () => {} })

const longestWaitMs = 5_000

/** Whether the service answers at all, even with an error. */
const isReachable = () =>
  bodyOf(api.GET('/console/session', { signal: AbortSignal.timeout(longestWaitMs) })).then(
    () => true,
    error => error instanceof ApiProblem && error.status > 0,
  )

/**
 * One stream for the whole console. It names changed data, which is then read again; without it, everything is read
 * again every few seconds.
 */
export function LiveProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<StreamState>('connecting')
  const listeners = useRef(new Set<Listener>())
  const isOn = useSyncExternalStore(watchAsking, isAsking)
  useEffect(() => {
    if (!isOn) return
    const refresher = createRefresher(queryClient)
    const close = openStream({
      onState: setState,
      onMessage: message => {
        refresher.note(message)
        for (const listener of listeners.current) listener(message)
      },
      onPoll: refresher.all,
      isReachable,
    })
    return () => {
      close()
      refresher.stop()
    }
  }, [queryClient, isOn])
  const live = useMemo<Live>(
    () => ({
      state,
      subscribe: listener => {
        listeners.current.add(listener)
        return () => listeners.current.delete(listener)
      },
    }),
    [state],
  )
  return <LiveContext value={live}>{children}</LiveContext>
}

export function useLiveState(): StreamState {
  return useContext(LiveContext).state
}

/** Calls the listener, which may change between renders, with every message. */
export function useLiveMessages(listener: Listener): void {
  const { subscribe } = useContext(LiveContext)
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => subscribe(message => latest.current(message)), [subscribe])
}
