import type { FastifyRequest } from 'fastify'
import type { Tx } from '../db/db.ts'
import { Page, readPage } from '../http/paging.ts'
import type { App } from '../http/routes.ts'
import { Strict } from '../http/schemas.ts'
import { type AuditEntry, recordAction } from '../operators/audit-log.sql.ts'
import { actorOf } from '../operators/operator-auth.ts'
import { existing } from '../problems.ts'
import { findAccount, setDisabledAt } from './accounts.sql.ts'
import type { Authenticator } from './authenticate.ts'
import { callbackStateOf } from './callback-settings.sql.ts'
import { type ConnectedDeps, processorFor } from './connected.ts'
import { createMerchant, type MerchantDeps } from './create-merchant.ts'
import {
  failingAmong,
  listMerchantsWithAccounts,
  lockMerchant,
  type MerchantRow,
  setSuspendedAt,
  updateMerchant,
} from './merchants.sql.ts'
import { presentMerchant, type ReadMerchantDeps, readMerchant } from './present-merchant.ts'
import {
  AccountChangeBody,
  CreatedMerchantSchema,
  MerchantChangeBody,
  MerchantListQuery,
  MerchantPath,
  MerchantSchema,
  MerchantWithCallbackSchema,
  NewMerchantBody,
} from './schemas.ts'

interface MerchantRouteDeps extends MerchantDeps, ConnectedDeps, Pick<ReadMerchantDeps, 'defaultFees'> {
  authenticator: Pick<Authenticator, 'forget'>
}

export function merchantRoutes(app: App, deps: MerchantRouteDeps): void {
  const { db, clock, authenticator } = deps

  /** Changes a merchant and records the action. `change` returns null if nothing had to change. */
  const changed = async (
    request: FastifyRequest & { params: { merchantId: string } },
    change: (tx: Tx, merchant: MerchantRow, now: Date) => Promise<Omit<AuditEntry, 'merchantId'> | null>,
  ) => {
    const merchantId = await db.begin(async tx => {
      const merchant = await lockMerchant(tx, request.params.merchantId)
      const now = clock.now()
      const entry = await change(tx, merchant, now)
      if (entry) await recordAction(tx, now, actorOf(request), { ...entry, merchantId: merchant.merchantId })
      return merchant.merchantId
    })
    authenticator.forget(identity => identity.merchantId === merchantId)
    return await readMerchant(deps, merchantId)
  }

  app.post('/merchants', {
    operationId: 'createMerchant',
    summary: 'Create a merchant',
    description:
      'Returns the merchant with its first API key and its callback signing secret. Neither is shown again.',
    body: NewMerchantBody,
    response: { 201: CreatedMerchantSchema },
    handler: async (request, reply) => {
      const { merchantId, ...secrets } = await createMerchant(deps, actorOf(request), request.body)
      return reply.code(201).send({ ...(await readMerchant(deps, merchantId)), ...secrets })
    },
  })

  app.get('/merchants', {
    operationId: 'listMerchants',
    summary: 'List merchants',
    description: 'Newest first.',
    querystring: MerchantListQuery,
    response: { 200: Page(MerchantSchema) },
    handler: async ({ query }) => {
      const page = await readPage(query, 'merchantId', slice =>
        listMerchantsWithAccounts(db, deps, { ...query, ...slice }),
      )
      const merchants = page.data.map(row => presentMerchant(deps.defaultFees, row))
      const failing = await failingAmong(db, merchants)
      return {
        ...page,
        data: merchants.map(one => ({ ...one, failing: failing.has(one.merchantId) })),
      }
    },
  })

  app.get('/merchants/:merchantId', {
    operationId: 'getMerchant',
    summary: 'Retrieve a merchant',
    description:
      'Includes the age of its signing secrets and the health of its endpoint. Keys and secrets are shown only once.',
    params: MerchantPath,
    response: { 200: MerchantWithCallbackSchema },
    handler: async request => {
      const merchant = await readMerchant(deps, request.params.merchantId)
      return { ...merchant, callback: await callbackStateOf(db, merchant.merchantId, clock.now()) }
    },
  })

  app.patch('/merchants/:merchantId', {
    operationId: 'changeMerchant',
    summary: 'Change a merchant’s name or fee policy',
    description: 'Set a fee to null to use the platform’s default again. New payments get the new fee.',
    params: MerchantPath,
    body: MerchantChangeBody,
    response: { 200: MerchantSchema },
    handler: request => {
      const change = request.body
      return changed(request, async (tx, merchant) => {
        const { name, feeBps, feeFixedCents } = merchant
        const known = Object.entries({ name, feeBps, feeFixedCents })
        const before = Object.fromEntries(known.filter(([field]) => field in change))
        await updateMerchant(tx, { ...merchant, ...change })
        return { action: 'merchant.change', detail: { ...change, before } }
      })
    },
  })

  const suspend = (
    action: 'suspend' | 'resume',
    described: { operationId: string; summary: string; description: string },
  ) =>
    app.post(`/merchants/:merchantId/${action}`, {
      ...described,
      params: MerchantPath,
      body: Strict({}),
      response: { 200: MerchantSchema },
      handler: request =>
        changed(request, async (tx, { merchantId }, now) => {
          const isNew = await setSuspendedAt(tx, merchantId, action === 'suspend' ? now : null)
          return isNew ? { action: `merchant.${action}` } : null
        }),
    })

  suspend('suspend', {
    operationId: 'suspendMerchant',
    summary: 'Suspend a merchant',
    description: 'The merchant’s keys can then only read. Webhooks and callbacks continue.',
  })
  suspend('resume', {
    operationId: 'resumeMerchant',
    summary: 'Resume a suspended merchant',
    description:
      'Its keys can make changes again at once. Has no effect on a merchant that is not suspended.',
  })

  app.patch('/merchants/:merchantId/account', {
    operationId: 'changeMerchantAccount',
    summary: 'Disable or enable a merchant’s account',
    description:
      'A disabled account takes no new payments: creating one fails with `account_disabled`. Captures, refunds, webhooks and callbacks of existing payments continue.',
    params: MerchantPath,
    body: AccountChangeBody,
    response: { 200: MerchantSchema },
    handler: async request => {
      const { disabled, processor: asked } = request.body
      const { name: processor } = await processorFor(deps, request.params.merchantId, asked)
      return await changed(request, async (tx, { merchantId }, now) => {
        const { accountId } = existing(await findAccount(tx, merchantId, processor), 'account')
        if (!(await setDisabledAt(tx, merchantId, processor, disabled ? now : null))) return null
        const action = disabled ? 'merchant.account-disable' : 'merchant.account-enable'
        return { action, detail: { processor, accountId } }
      })
    },
  })
}
