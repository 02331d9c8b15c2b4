import { Type } from '@fastify/type-provider-typebox'
import { OneOf } from '../http/fields.ts'
import { defaultLimit, Page, PageQuery, pageOf, readCursor } from '../http/paging.ts'
import type { App } from '../http/routes.ts'
import { Line, Strict } from '../http/schemas.ts'
import type { FeePolicy } from '../money.ts'
import { actorOf } from '../operators/operator-auth.ts'
import type { OfferedProcessors } from './active-processor.sql.ts'
import type { Authenticator } from './authenticate.ts'
import { changeMerchant, createMerchant, type MerchantDeps, suspendMerchant } from './manage-merchants.ts'
import { listMerchantsWithAccounts } from './merchants.sql.ts'
import { onboardingStatuses } from './onboarding-status.ts'
import { merchantPresenter, merchantReader } from './present-merchant.ts'
import {
  CreatedMerchantSchema,
  MerchantChangeBody,
  MerchantPath,
  MerchantSchema,
  NewMerchantBody,
} from './schemas.ts'

interface MerchantRouteDeps extends MerchantDeps, OfferedProcessors {
  authenticator: Authenticator
  defaultFees: FeePolicy
}

const MerchantListQuery = Strict({
  ...PageQuery,
  search: Type.Optional(Line(500, { minLength: 1, description: 'Part of the name, or the id' })),
  onboarding: Type.Optional(OneOf(onboardingStatuses, { description: 'How far onboarding is' })),
  suspended: Type.Optional(Type.Boolean({ description: 'Whether it is suspended' })),
  failing: Type.Optional(
    Type.Boolean({ description: 'Whether the last attempt to send it a callback failed' }),
  ),
})

export function merchantRoutes(app: App, deps: MerchantRouteDeps): void {
  const present = merchantPresenter(deps)
  const read = merchantReader(deps)

  app.post(
    '/merchants',
    {
      tags: ['Merchants'],
      operationId: 'createMerchant',
      summary: 'Create a merchant',
      description:
        'Returns the merchant with its first API key and its callback signing secret. Neither is shown again.',
      body: NewMerchantBody,
      response: { 201: CreatedMerchantSchema },
    },
    async (request, reply) => {
      const created = await createMerchant(deps, actorOf(request), request.body)
      const { apiKey, callbackSigningSecret } = created
      return reply.code(201).send({
        ...present({
          ...created.merchant,
          processor: deps.defaultProcessor,
          nextProcessor: null,
          accounts: [],
        }),
        apiKey,
        callbackSigningSecret,
      })
    },
  )

  app.get(
    '/merchants',
    {
      tags: ['Merchants'],
      operationId: 'listMerchants',
      summary: 'List merchants',
      description: 'Newest first.',
      querystring: MerchantListQuery,
      response: { 200: Page(MerchantSchema) },
    },
    async request => {
      const { cursor, limit = defaultLimit, ...filter } = request.query
      const position = { before: readCursor(cursor), limit: limit + 1 }
      const rows = await listMerchantsWithAccounts(deps.db, deps, { ...filter, ...position })
      const page = pageOf(rows, limit, row => row.merchantId)
      return { ...page, data: page.data.map(present) }
    },
  )

  app.get(
    '/merchants/:merchantId',
    {
      tags: ['Merchants'],
      operationId: 'getMerchant',
      summary: 'Retrieve a merchant',
      description: 'Without its keys and its signing secret, which are shown only once.',
      params: MerchantPath,
      response: { 200: MerchantSchema },
    },
    async request => await read(request.params.merchantId),
  )

  app.patch(
    '/merchants/:merchantId',
    {
      tags: ['Merchants'],
      operationId: 'changeMerchant',
      summary: 'Change a merchant’s name or fee policy',
      description: 'Set a fee to null to use the platform’s default again. New payments get the new fee.',
      params: MerchantPath,
      body: MerchantChangeBody,
      response: { 200: MerchantSchema },
    },
    async request => {
      const { merchantId } = request.params
      await changeMerchant(deps, actorOf(request), merchantId, request.body)
      return await read(merchantId)
    },
  )

  const suspend = (
    action: 'suspend' | 'resume',
    described: { operationId: string; summary: string; description: string },
  ) =>
    app.post(
      `/merchants/:merchantId/${action}`,
      {
        tags: ['Merchants'],
        ...described,
        params: MerchantPath,
        body: Strict({}),
        response: { 200: MerchantSchema },
      },
      async request => {
        const { merchantId } = request.params
        await suspendMerchant(deps, actorOf(request), merchantId, action === 'suspend')
        return await read(merchantId)
      },
    )

  suspend('suspend', {
    operationId: 'suspendMerchant',
    summary: 'Suspend a merchant',
    description: 'The merchant’s keys can then only read. Webhooks and callbacks continue.',
  })
  suspend('resume', {
    operationId: 'resumeMerchant',
    summary: 'Resume a suspended merchant',
    description: 'Its keys may change things again at once. One that is not suspended stays as it is.',
  })
}
