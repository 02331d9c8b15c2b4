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

/** Null if nobody is signed in, undefined until that is known. */
export function useSession(): Session | null | undefined {
  return useQuery(sessionQuery).data
}

/**
 * Provided by the shell. A page keeps its session until the shell itself is unmounted, so a session that ends never
 * breaks a page.
 */
export const SignedIn = createContext<Session | null>(null)

/** For everything inside the shell, which only signed-in users see. */
export function useSignedIn(): Session {
  const session = useContext(SignedIn)
  if (!session) throw new Error('Nobody is signed in')
  return session
}

/** For a merchant in its portal. */
export const platformName = ({ name }: Session['brand']) => (name === 'svcpay' ? 'your platform' : name)

const inPage = () => document.querySelector<HTMLMetaElement>('meta[name="session"]')

/**
 * The kind of session that the browser sent. The service writes it into the page before it checks whether the session
 * is valid.
 */
export const sentSession = () => inPage()?.content

/** Whether the session that the browser sent is no longer valid. */
export const hasEnded = () => sentSession() !== 'none' && queryClient.getQueryData(['session']) === null

const isRefused = (error: unknown) => error instanceof ApiProblem && error.status === 401

async function readSession(): Promise<Session | null> {
  // The browser sent no session.
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

/** Signs in after a session has ended. The page stays open, unless somebody else signed in. */
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

/** Clears the cache: no data of one session may be visible in the next. */
function startWith(session: Session | null): void {
  inPage()?.setAttribute('content', session?.kind ?? 'none')
  queryClient.setQueryData(['session'], session)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
}
