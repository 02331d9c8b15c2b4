import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { type Answer, api, askAgain, bodyOf, stopAsking } from '../api/client.ts'
import { command, send } from '../api/command.ts'
import { ApiProblem } from '../api/problem.ts'
import { queryClient } from '../api/query-client.ts'

export type Session = Answer<'getSession'>

export const sessionQuery = {
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: 5 * 60_000,
} as const

/** Null when nobody is signed in, undefined while that is not known yet. */
export function useSession(): Session | null | undefined {
  return useQuery(sessionQuery).data
}

/** The shell provides it: a page keeps it until the shell itself goes, so a session that ends never breaks a page. */
export const SignedIn = createContext<Session | null>(null)

/** For everything inside the shell, which is shown only to someone who is signed in. */
export function useSignedIn(): Session {
  const session = useContext(SignedIn)
  if (!session) throw new Error('Nobody is signed in')
  return session
}

const inPage = () => document.querySelector<HTMLMetaElement>('meta[name="session"]')

/** The service writes into the page which kind of session the browser sent, before it knows whether that is valid. */
export const sentSession = () => inPage()?.content

/** Whether a session that the browser sent turned out to be no longer valid. */
export const hasEnded = () => sentSession() !== 'none' && queryClient.getQueryData(['session']) === null

const isRefused = (error: unknown) => error instanceof ApiProblem && error.status === 401

async function readSession(): Promise<Session | null> {
  // nothing to ask for
  if (sentSession() === 'none') return null
  return await bodyOf(api.GET('/console/session')).catch(error => {
    if (isRefused(error)) return null
    throw error
  })
}

export async function signIn(credential: { token: string } | { code: string }): Promise<Session> {
  const session = await send(command('post', '/console/session', { body: credential }))
  askAgain()
  startWith(session)
  return session
}

/** After a session has ended. The page goes on, unless somebody else has signed in. */
export async function signInAgain(credential: { token: string }): Promise<void> {
  queryClient.setQueryData(['session'], await send(command('post', '/console/session', { body: credential })))
}

export const isSamePerson = (one: Session, other: Session) =>
  one.operator?.operatorId === other.operator?.operatorId &&
  one.operator?.role === other.operator?.role &&
  one.merchant?.merchantId === other.merchant?.merchantId

/** Ends this session, or all sessions of this operator. */
export async function signOut(where: 'here' | 'everywhere'): Promise<void> {
  stopAsking()
  try {
    const query = where === 'everywhere' ? { everywhere: true } : {}
    await send(command('delete', '/console/session', { query }))
  } catch (error) {
    if (!isRefused(error)) {
      askAgain()
      throw error
    }
  }
  startWith(null)
}

/** Nothing that one session has loaded may be seen in the next. */
function startWith(session: Session | null): void {
  inPage()?.setAttribute('content', session?.kind ?? 'none')
  queryClient.setQueryData(['session'], session)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
}
