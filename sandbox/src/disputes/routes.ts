import { find } from '../api/find.ts'
import { listRoute } from '../api/list-route.ts'
import { createdParam, expandParam } from '../api/lists.ts'
import { changeMetadata, metadata } from '../api/metadata.ts'
import { boolean, type Field, hash, ignored, text } from '../api/params.ts'
import { retrieveRoute } from '../api/retrieve-route.ts'
import { type Route, route } from '../api/route.ts'
import { emit } from '../events/emit.ts'
import { noEvidence } from '../shapes/dispute.ts'
import { acceptDispute, answerDispute } from './decide-dispute.ts'

const evidenceFields: Record<string, Field<string | undefined>> = Object.fromEntries(
  Object.keys(noEvidence)
    .filter(name => name !== 'enhanced_evidence')
    .map(name => [name, text]),
)

export const disputeRoutes: readonly Route[] = [
  listRoute(
    { kind: 'dispute', path: '/v1/disputes', operation: 'disputes.list' },
    { ...createdParam, charge: text, payment_intent: text },
    ({ params: { charge, payment_intent } }) => ({ where: { charge, payment_intent } }),
  ),
  retrieveRoute('dispute', '/v1/disputes/:id', 'disputes.retrieve'),
  route(
    {
      method: 'POST',
      path: '/v1/disputes/:id',
      operation: 'disputes.update',
    },
    {
      evidence: hash({ ...evidenceFields, enhanced_evidence: ignored }),
      intended_submission_method: ignored,
      metadata,
      submit: boolean,
      ...expandParam,
    },
    ({ tx, account, id, params: input, settings }) => {
      const dispute = find(tx, 'dispute', account, id)
      const described = { ...dispute, metadata: changeMetadata(dispute.metadata, input.metadata) }
      if (!input.evidence) {
        const record = tx.put('dispute', described)
        emit(tx, 'charge.dispute.updated', 'dispute', record, dispute)
        return { object: { kind: 'dispute', record } }
      }
      const evidence: Record<string, string> = { ...dispute.evidence }
      for (const [name, value] of Object.entries(input.evidence)) {
        if (typeof value === 'string') evidence[name] = value
      }
      const submit = input.submit ?? true
      const record = answerDispute(tx, { ...described, evidence }, submit, settings)
      return { object: { kind: 'dispute', record } }
    },
  ),
  route(
    {
      method: 'POST',
      path: '/v1/disputes/:id/close',
      operation: 'disputes.close',
    },
    expandParam,
    ({ tx, account, id }) => {
      const record = acceptDispute(tx, find(tx, 'dispute', account, id))
      return { object: { kind: 'dispute', record } }
    },
  ),
]
