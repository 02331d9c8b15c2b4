/** Each role may do what those before it may. */
export const roles = ['viewer', 'support', 'admin'] as const
export type OperatorRole = (typeof roles)[number]

/** A portal has no rank among operators: it may call what `portalCalls` names. */
export function roleAllows(role: OperatorRole | 'portal', needed: OperatorRole): boolean {
  return role !== 'portal' && roles.indexOf(role) >= roles.indexOf(needed)
}

/** The role that each operator call needs, by its operationId. A route that is not listed is not registered. */
export const neededRoles: Readonly<Record<string, OperatorRole>> = {
  metrics: 'viewer',
  listMerchants: 'viewer',
  getMerchant: 'viewer',
  listMerchantReaders: 'viewer',
  listKeys: 'viewer',
  listDeliveries: 'viewer',
  getDelivery: 'viewer',
  listAllEvents: 'viewer',
  listAllPayments: 'viewer',
  getPaymentTimeline: 'viewer',
  getStats: 'viewer',
  listOpenOperations: 'viewer',
  search: 'viewer',
  listLedgerEntries: 'viewer',
  listLedgerBalances: 'viewer',
  getLedgerStatement: 'viewer',
  listActions: 'viewer',
  listOperators: 'viewer',
  stream: 'viewer',

  redeliver: 'support',
  redeliverAll: 'support',
  captureForMerchant: 'support',
  refundForMerchant: 'support',
  cancelForMerchant: 'support',

  createMerchant: 'admin',
  changeMerchant: 'admin',
  suspendMerchant: 'admin',
  resumeMerchant: 'admin',
  createMerchantOnboardingLink: 'admin',
  issueKey: 'admin',
  rotateKey: 'admin',
  revokeKey: 'admin',
  setCallback: 'admin',
  rotateCallbackSecret: 'admin',
  testCallback: 'admin',
  addOperator: 'admin',
  removeOperator: 'admin',
}

/** What a merchant's portal may call, always about its own merchant alone (console/portal-scope.ts). */
export const portalCalls: ReadonlySet<string> = new Set<string>()
