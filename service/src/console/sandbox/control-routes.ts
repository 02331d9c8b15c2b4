import { Type } from '@fastify/type-provider-typebox'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { sample } from '../../http/fields.ts'
import type { App } from '../../http/routes.ts'
import { Line, problemResponses } from '../../http/schemas.ts'
import { recordAction } from '../../operators/audit-log.sql.ts'
import { actorOf } from '../../operators/operator-auth.ts'
import { controls } from './controls.ts'
import type { SandboxClient } from './sandbox-client.ts'

interface ControlDeps {
  db: Db
  clock: Clock
  client(): SandboxClient
}

const IdPath = Type.Object({ id: Line(64, { description: 'The reader’s id', examples: [sample.readerId] }) })

/** The sandbox's own controls, for its page in the console. */
export function controlRoutes(app: App, { db, clock, client }: ControlDeps): void {
  for (const { method, path, operationId, summary, description, body, answer } of controls) {
    const hasId = path.includes(':id')
    app[method](
      `/sandbox/${path}`,
      {
        tags: ['Sandbox'],
        operationId,
        summary,
        description: `${description} Sandbox mode only.`,
        ...(hasId ? { params: IdPath } : {}),
        ...(body ? { body } : {}),
        response: { 200: answer, ...problemResponses('not_found') },
      },
      async request => {
        const { id = '' } = request.params as { id?: string }
        const target = path.replace(':id', encodeURIComponent(id))
        const done = await client().control(method, target, body ? (request.body as object) : undefined)
        if (method === 'get') return done
        const entry = { action: `sandbox.${operationId}`, target, merchantId: null }
        await db.begin(tx => recordAction(tx, clock.now(), actorOf(request), entry))
        return done
      },
    )
  }
}
