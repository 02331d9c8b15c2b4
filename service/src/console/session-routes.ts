import { Type } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FailedAttempts } from '../auth/failed-attempts.ts'
import type { Clock } from '../clock.ts'
import type { Brand } from '../config.ts'
import type { Db } from '../db/db.ts'
import { isOverTls, refuseCrossSiteChange, refuseOtherOrigin } from '../http/caller/same-origin.ts'
import { Choice, MerchantIdField, Switch, Text } from '../http/fields.ts'
import type { App } from '../http/routes.ts'
import {
  Body,
  isNull,
  Line,
  Named,
  Nullable,
  Part,
  problemResponses,
  Strict,
  Timestamp,
} from '../http/schemas.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { type Operator, type OperatorAuthenticator, owner } from '../operators/authenticate-operator.ts'
import { actorFrom } from '../operators/operator-auth.ts'
import { allowedActions, restrictedActions, roles } from '../operators/roles.ts'
import { ActorIdField } from '../operators/schemas.ts'
import { version } from '../settings/version.ts'
import { type ConsoleSession, cookieName, portalOf, type Sessions, sessionSeconds } from './sessions.ts'
import { deleteSignInCode } from './sign-in-codes.sql.ts'
import { proveCode } from './sign-in-codes.ts'

interface SessionRouteDeps {
  db: Db
  clock: Clock
  operators: OperatorAuthenticator
  sessions: Sessions
  failures: FailedAttempts
  /** Empty if payments are real. */
  sandboxes: readonly { processor: string; url: string }[]
  processors: ReadonlyMap<string, unknown>
  brand: Brand
  /** Whether the request came through the port that only merchants use. */
  isPublic(request: FastifyRequest): boolean
}

const SignInBody = Body(
  'SignIn',
  'Either a token or a code.',
  {
    token: Type.Optional(Line(500, { minLength: 1, description: 'An operator’s token' })),
    code: Type.Optional(Line(200, { minLength: 1, description: 'The code of a sign-in link' })),
  },
  { token: 'svc_op_…' },
  { minProperties: 1, maxProperties: 1 },
)
const SessionSchema = Named('ConsoleSession', 'Who is signed in, and until when.', {
  kind: Choice(['operator', 'portal'], 'Whether an operator is signed in, or a merchant through its portal'),
  operator: Nullable(
    Part('The operator; null in a portal', {
      operatorId: ActorIdField,
      name: Text('The operator’s name', 'Ana'),
      role: Choice(roles, 'What the operator may do', 'support'),
    }),
  ),
  merchant: Nullable(
    Part('The portal’s merchant; null for an operator', {
      merchantId: MerchantIdField,
      name: Text('The merchant’s name', 'Corner Bakery'),
    }),
    isNull,
  ),
  may: Type.Array(Choice(restrictedActions, 'An operationId, or a body field that needs a higher role'), {
    description: 'The changes that this session may make; none in the portal of a suspended merchant',
  }),
  expiresAt: Timestamp('When the session expires'),
  sandboxes: Type.Array(
    Part('A sandbox', {
      processor: Text('The name of the processor', 'sandbox'),
      url: Text('The address of its pages', 'http://127.0.0.1:12111'),
    }),
    { description: 'The default first; empty if payments are real' },
  ),
  processors: Type.Array(Type.String({ examples: ['stripe'] }), {
    description: 'The names of the processors, the default first; empty in a portal',
  }),
  version: Text('The version of svcpay', version),
  brand: Part('The platform’s brand, as merchants know it', {
    name: Text('The platform’s name', 'svcpay'),
    logo: Nullable(Type.String({ description: 'Its logo as a data URL; null when there is none' }), isNull),
  }),
})
const SignOutQuery = Strict({
  everywhere: Switch('End all sessions of the same operator, or of the same merchant’s portal'),
})
const errors = problemResponses('unauthorized', 'forbidden', 'too_many_requests')
const signedOut = { 204: Type.Null({ description: 'You are signed out.' }), ...errors }

export function sessionRoutes(app: App, deps: SessionRouteDeps): void {
  const { db, sessions, failures } = deps

  const isAllowedHere = (request: FastifyRequest, { merchantId }: Pick<Operator, 'merchantId'>) =>
    merchantId !== null || !deps.isPublic(request)

  const current = async (request: FastifyRequest): Promise<ConsoleSession> => {
    const presented = sessions.presented(request)
    const session = presented === undefined ? null : await sessions.find(presented)
    if (session && isAllowedHere(request, session.operator)) return session
    throw failures.refuse(request, 'console session', presented)
  }

  const present = async ({ operator, merchantName, expiresAt }: ConsoleSession) => {
    const { merchantId, operatorId, name, role } = operator
    const isPortal = merchantId !== null
    const isSuspended = isPortal && (await findMerchant(db, merchantId))?.suspended === true
    return {
      kind: isPortal ? 'portal' : 'operator',
      operator: isPortal ? null : { operatorId, name, role },
      merchant: isPortal ? { merchantId, name: merchantName ?? '' } : null,
      may: isSuspended ? [] : allowedActions(role),
      expiresAt,
      sandboxes: deps.sandboxes.map(({ processor, url }) => ({ processor, url })),
      processors: isPortal ? [] : [...deps.processors.keys()],
      version,
      brand: deps.brand,
    }
  }

  const openWithToken = async (request: FastifyRequest, token: string) => {
    const operator = deps.isPublic(request) ? null : await deps.operators.authenticate(token)
    if (!operator) throw failures.refuse(request, 'operator token', token)
    return await db.begin(tx => sessions.open(tx, operator, actorFrom(request, operator)))
  }

  const openWithCode = async (request: FastifyRequest, code: string) => {
    const found = await proveCode(deps, code)
    if (!found || !isAllowedHere(request, found)) throw failures.refuse(request, 'sign-in code', code)
    const { codeId, merchantId, madeBy } = found
    const operator: Operator = merchantId === null ? owner : portalOf(merchantId)
    return await db.begin(async tx => {
      if (!(await deleteSignInCode(tx, codeId))) throw failures.refuse(request, 'sign-in code', code)
      const link = madeBy === null ? {} : { linkId: codeId, linkMadeBy: madeBy }
      return await sessions.open(tx, operator, actorFrom(request, operator), link)
    })
  }

  app.post('/console/session', {
    operationId: 'signIn',
    summary: 'Sign in to the console',
    description:
      'Takes an operator token, or the code of a sign-in link. Sets the cookie `svc_console` for twelve hours.',
    body: SignInBody,
    response: { 200: SessionSchema, ...errors },
    handler: async (request, reply) => {
      refuseOtherOrigin(request)
      const { token, code = '' } = request.body
      const opened = await (token === undefined ? openWithCode(request, code) : openWithToken(request, token))
      const session = await sessions.find(opened.cookie)
      if (!session) throw failures.refuse(request, 'console session', opened.cookie)
      return setCookie(request, reply, opened.cookie, sessionSeconds).send(await present(session))
    },
  })

  app.get('/console/session', {
    operationId: 'getSession',
    summary: 'Retrieve the console session',
    description: 'The console’s pages read it to find out who is signed in and what to offer.',
    response: { 200: SessionSchema, ...errors },
    handler: async request => await present(await current(request)),
  })

  app.delete('/console/session', {
    operationId: 'signOut',
    summary: 'Sign out of the console',
    description: 'Ends this session at once here, and within a second on every instance.',
    querystring: SignOutQuery,
    response: signedOut,
    handler: async (request, reply) => {
      const session = await current(request)
      refuseCrossSiteChange(request)
      const end = request.query.everywhere ? sessions.endAll : sessions.end
      await end(session, actorFrom(request, session.operator))
      return setCookie(request, reply, '', 0).code(204).send(null)
    },
  })
}

function setCookie(request: FastifyRequest, reply: FastifyReply, value: string, seconds: number) {
  const secure = isOverTls(request) ? '; Secure' : ''
  const cookie = `${cookieName}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`
  return reply.header('set-cookie', cookie)
}
