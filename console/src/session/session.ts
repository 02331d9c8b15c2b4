import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { askAgain, consoleHeader, stopAsking } from '../api/client.ts'
import { problemFrom, unreachable } from '../api/problem.ts'
import { queryClient } from '../api/query-client.ts'
import type { Role } from './permissions.ts'

export interface Session {
  kind: 'operator' | 'portal'
  operator: { operatorId: string | null; name: string; role: Role } | null
  merchant: { merchantId: string; name: string } | null
  expiresAt: string
  sandbox: { url: string } | null
  version: string
}

export const sessionQuery = {
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: 5 * 60_000,
} as const

/** Null when nobody is signed in, undefined while that is not known yet. */
export function useSession(): Session | null | undefined {
  return useQuery(sessionQuery).data
}

/** The shell's: a page keeps it until the shell itself goes, so that a session that ends never breaks a page. */
export const SignedIn = createContext<Session | null>(null)

/** For everything inside the shell, which is shown only to someone who is signed in. */
export function useSignedIn(): Session {
  const session = useContext(SignedIn)
  if (!session) throw new Error('Nobody is signed in')
  return session
}

/** The service writes it into the page when the browser sent no session: then there is nothing to ask for. */
function hasNone(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none'
}

async function readSession(): Promise<Session | null> {
  if (hasNone()) return null
  const response = await send('GET', '/console/session')
  if (response.status === 401) return null
  if (!response.ok) throw await problemFrom(response)
  return await response.json()
}

export async function signIn(credential: { token: string } | { code: string }): Promise<Session> {
  const response = await send('POST', '/console/session', credential)
  if (!response.ok) throw await problemFrom(response)
  const session: Session = await response.json()
  askAgain()
  queryClient.setQueryData(['session'], session)
  return session
}

/** Here only, or all sessions of this operator. Whatever was loaded is forgotten. */
export async function signOut(where: 'here' | 'everywhere'): Promise<void> {
  stopAsking()
  try {
    const response = await send('DELETE', where === 'here' ? '/console/session' : '/console/sessions')
    if (!response.ok && response.status !== 401) throw await problemFrom(response)
  } catch (error) {
    askAgain()
    throw error
  }
  queryClient.setQueryData(['session'], null)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
}

function send(method: string, path: string, body?: object): Promise<Response> {
  const headers = { ...consoleHeader, ...(body && { 'content-type': 'application/json' }) }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  return fetch(path, init).catch(() => Promise.reject(unreachable()))
}
