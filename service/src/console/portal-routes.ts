import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { originOf } from '../http/caller/same-origin.ts'
import { Text } from '../http/fields.ts'
import type { App } from '../http/routes.ts'
import { Named, Strict, Timestamp } from '../http/schemas.ts'
import { merchantById } from '../merchants/merchants.sql.ts'
import { MerchantPath } from '../merchants/schemas.ts'
import { recordAction } from '../operators/audit-log.sql.ts'
import { actorOf } from '../operators/operator-auth.ts'
import { createPortalCode } from './sign-in-codes.ts'

const PortalLinkSchema = Named('PortalLink', 'A link that opens the portal once.', {
  url: Text(
    'Opens the portal, once. Treat it like a password.',
    'https://pay.example.com/console/portal#code=svc_code_…',
  ),
  expiresAt: Timestamp('Ten minutes from now'),
})

export function portalRoutes(app: App, deps: { db: Db; clock: Clock; publicUrl: string | null }): void {
  const { db, clock, publicUrl } = deps
  app.post('/merchants/:merchantId/portal-link', {
    operationId: 'createPortalLink',
    summary: 'Create a link to a merchant’s portal',
    description:
      'The link works once, within ten minutes. It uses `SVC_PUBLIC_URL` if that is set. It opens the console for this merchant only: its payments, events, callbacks, callback settings, keys and card readers.',
    params: MerchantPath,
    body: Strict({}),
    response: { 201: PortalLinkSchema },
    handler: async (request, reply) => {
      const { merchantId } = await merchantById(db, request.params.merchantId)
      const { text: code, expiresAt } = await db.begin(async tx => {
        const created = await createPortalCode(tx, clock, merchantId)
        const entry = { action: 'portal.link', merchantId, detail: { linkId: created.codeId } }
        await recordAction(tx, clock.now(), actorOf(request), entry)
        return created
      })
      const url = `${publicUrl ?? originOf(request)}/console/portal#code=${code}`
      return reply.code(201).send({ url, expiresAt })
    },
  })
}
