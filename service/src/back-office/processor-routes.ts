import { Type } from '@fastify/type-provider-typebox'
import { Choice, Flag, Text } from '../http/fields.ts'
import { Page, PageQuery, pageIn } from '../http/paging.ts'
import type { App } from '../http/routes.ts'
import { isNull, Named, Nullable, Strict, Timestamp } from '../http/schemas.ts'
import type { ConnectedDeps } from '../merchants/connected.ts'
import { stillOpenAt } from './still-open.sql.ts'

export const ProcessorSchema = Named('Processor', 'A processor in the settings.', {
  name: Text('Its name in `SVC_PROCESSORS`', 'stripe'),
  isDefault: Flag('Whether new merchants start at this processor', true),
  mode: Choice(['active', 'drain'], '`drain`: no new payments; existing ones still need it', 'active'),
  openPayments: Nullable(
    Type.Integer({ description: 'When draining: payments that can still be captured, refunded or disputed' }),
    isNull,
  ),
  neededUntil: Nullable(Timestamp('When the last of these closes for good; null if none is open'), isNull),
})

export function processorRoutes(app: App, { db, processors, defaultProcessor }: ConnectedDeps): void {
  app.get('/processors', {
    operationId: 'listProcessors',
    summary: 'List the processors',
    description:
      'Lists the processors in the settings, the default first, and how long a draining one is still needed.',
    querystring: Strict(PageQuery),
    response: { 200: Page(ProcessorSchema) },
    handler: async request => {
      const all = [...processors.values()]
      const draining = all.filter(({ isDraining }) => isDraining).map(({ name }) => name)
      const open = new Map((await stillOpenAt(db, draining)).map(one => [one.processor, one]))
      const listed = all.map(({ name, isDraining }) => ({
        name,
        isDefault: name === defaultProcessor,
        mode: isDraining ? 'drain' : 'active',
        openPayments: open.get(name)?.openPayments ?? null,
        neededUntil: open.get(name)?.neededUntil ?? null,
      }))
      return pageIn(listed, request.query, ({ name }) => name)
    },
  })
}
