import { Type } from '@fastify/type-provider-typebox'
import { OperatorIdField, sample, Text } from '../http/fields.ts'
import { Body, isNull, Line, Named, Nullable, Timestamp } from '../http/schemas.ts'
import { type OperatorRole, roles } from './roles.ts'

export const ActorIdField = Nullable(
  Type.String({
    ...OperatorIdField,
    description: 'The operator’s id; null for the owner of SVC_OPERATOR_TOKEN',
  }),
)

export const AuditSchema = Named('AuditEntry', 'An action of an operator.', {
  auditId: Text('The entry’s number', '1042'),
  at: Timestamp('When it was done'),
  actor: Text('The operator whose token was used', 'Ana'),
  operatorId: ActorIdField,
  note: Nullable(
    Type.String({
      description: 'The caller’s Svc-Actor header, up to 200 characters; null when there was none',
    }),
    isNull,
  ),
  address: Nullable(Text('The client’s address; null when it is not known', '203.0.113.7')),
  action: Text('The action', 'payment.refund'),
  target: Text('The object of the action', sample.svcPaymentId),
  merchantId: Nullable(Text('The merchant it concerns; null if it concerns the platform', sample.merchantId)),
  traceId: Text('The id of the request', sample.traceId),
  outcome: Nullable(
    Text('The code of the problem when it was refused or failed; null otherwise', 'invalid_state'),
    isNull,
  ),
  outcomeDetail: Nullable(
    Text('The detail of that problem; null without one', 'Nothing is left to refund.'),
    isNull,
  ),
  detail: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Further details: amounts, or the values before and after',
    examples: [{ amountCents: 1000, currency: 'usd' }],
  }),
})

const Role = Type.Unsafe<OperatorRole>({
  type: 'string',
  enum: [...roles],
  description:
    '`viewer` reads. `support` can also redeliver, capture, refund and cancel. `admin` can do everything.',
  examples: ['support'],
})

export const NewOperatorBody = Body(
  'NewOperator',
  'The operator to add.',
  { name: Line(100, { minLength: 1, description: 'The operator’s name' }), role: Role },
  { name: 'Ana', role: 'support' },
)

const operatorFields = {
  operatorId: OperatorIdField,
  name: Text('The operator’s name', 'Ana'),
  role: Role,
  hint: Text('The last four characters of the token', '4b7e'),
  createdAt: Timestamp('When the operator was added'),
  lastUsedAt: Nullable(Timestamp('When the token was last used, to the minute; null when it never was')),
}

export const OperatorSchema = Named('Operator', 'A person who runs the platform.', operatorFields)
export const AddedOperatorSchema = Named('AddedOperator', 'The new operator, with their token.', {
  ...operatorFields,
  token: Text('The token itself. It is not shown again.', 'svc_op_01jd3k5v8xemw9g6t2q4r7y0zb_4b7e…'),
})
