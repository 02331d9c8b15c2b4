import type { Session } from './session.ts'

export const roles = ['viewer', 'support', 'admin'] as const
export type Role = (typeof roles)[number]

/** The role that each action needs. Everything else is open to every operator. */
export const neededRoles = {
  redeliver: 'support',
  redeliverAll: 'support',
  captureForMerchant: 'support',
  refundForMerchant: 'support',
  cancelForMerchant: 'support',
  verifyLedger: 'support',
  startReconciliation: 'support',
  createTestPayment: 'support',
  triggerEvent: 'support',

  explainDifference: 'admin',
  createMerchant: 'admin',
  changeMerchant: 'admin',
  suspendMerchant: 'admin',
  resumeMerchant: 'admin',
  moveMerchant: 'admin',
  disableMerchantAccount: 'admin',
  enableMerchantAccount: 'admin',
  createMerchantAccount: 'admin',
  createMerchantOnboardingLink: 'admin',
  createPortalLink: 'admin',
  issueKey: 'admin',
  rotateKey: 'admin',
  revokeKey: 'admin',
  setCallback: 'admin',
  rotateCallbackSecret: 'admin',
  testCallback: 'admin',
  addTerminal: 'admin',
  renameTerminal: 'admin',
  removeTerminal: 'admin',
  addOperator: 'admin',
  removeOperator: 'admin',
  fixDifferences: 'admin',
} as const satisfies Record<string, Role>

export type Action = keyof typeof neededRoles

/** What a merchant may do in its portal. */
const portalActions: ReadonlySet<Action> = new Set<Action>([
  'redeliver',
  'redeliverAll',
  'issueKey',
  'rotateKey',
  'revokeKey',
  'setCallback',
  'rotateCallbackSecret',
  'testCallback',
  'createMerchantOnboardingLink',
  'addTerminal',
  'renameTerminal',
  'removeTerminal',
])

export function isAllowed({ kind, operator }: Pick<Session, 'kind' | 'operator'>, action: Action): boolean {
  if (kind === 'portal') return portalActions.has(action)
  return operator !== null && roles.indexOf(operator.role) >= roles.indexOf(neededRoles[action])
}
