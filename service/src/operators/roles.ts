/** Each role includes the ones before it. */
export const roles = ['viewer', 'support', 'admin'] as const
export type OperatorRole = (typeof roles)[number]

export const isAtLeast = (role: OperatorRole, needed: OperatorRole) =>
  roles.indexOf(role) >= roles.indexOf(needed)

/**
 * The role needed for each operator call that makes changes, by operationId. A call that is not listed cannot be
 * registered. Reading needs the role viewer.
 */
export const neededRoles: Readonly<Record<string, 'support' | 'admin'>> = {
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
  changeMerchantAccount: 'admin',
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
}

/** Fields of a body that need a higher role than the call itself. */
export const neededInBodies = { fixDifferences: 'admin' } as const

/** Where a call names its merchant: in the path, as a filter, or by a payment or delivery that belongs to it. */
export type PortalScope = 'path' | 'query' | 'body' | 'payment' | 'delivery' | 'own'

/**
 * The calls that a merchant's portal may make, by operationId. `console/portal-scope.ts` limits them to the portal's
 * merchant. All other calls are refused.
 */
export const portalCalls: Readonly<Record<string, PortalScope>> = {
  getMerchant: 'path',
  getEventPayload: 'path',
  createMerchantOnboardingLink: 'path',
  listKeys: 'path',
  issueKey: 'path',
  rotateKey: 'path',
  revokeKey: 'path',
  setCallback: 'path',
  rotateCallbackSecret: 'path',
  testCallback: 'path',
  listMerchantReaders: 'path',
  listMerchantLocations: 'path',
  addTerminal: 'path',
  renameTerminal: 'path',
  removeTerminal: 'path',
  listAllPayments: 'query',
  listAllEvents: 'query',
  listDeliveries: 'query',
  getStats: 'query',
  getOverview: 'query',
  search: 'query',
  listLedgerEntries: 'query',
  listLedgerBalances: 'query',
  getLedgerStatement: 'query',
  redeliverAll: 'body',
  getPaymentTimeline: 'payment',
  getDelivery: 'delivery',
  redeliver: 'delivery',
  stream: 'own',
}

const restricted = Object.entries({ ...neededRoles, ...neededInBodies })

export const restrictedActions = restricted.map(([action]) => action)

export function allowedActions(role: OperatorRole | 'portal'): string[] {
  const isAllowed = ([action, needed]: (typeof restricted)[number]) =>
    role === 'portal' ? Object.hasOwn(portalCalls, action) : isAtLeast(role, needed)
  return restricted.filter(isAllowed).map(([action]) => action)
}
