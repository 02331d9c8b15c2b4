import { describe, expect, it } from 'vitest'
import { neededInBodies, neededRoles as rolesOfService } from '../../service/src/operators/roles.ts'
import { type Action, isAllowed, neededRoles, type roles } from '../src/session/permissions.ts'

const actions = Object.keys(neededRoles) as Action[]
const operator = (role: (typeof roles)[number]) => ({
  kind: 'operator' as const,
  operator: { operatorId: null, name: 'Ana', role },
})

describe('what an operator may do', () => {
  it.each(Object.entries({ ...rolesOfService, ...neededInBodies }))(
    '%s needs the role that the service asks for',
    (operationId, role) => {
      expect(neededRoles).toHaveProperty(operationId, role)
    },
  )

  it('is nothing for a viewer, and everything for an admin', () => {
    expect(actions.filter(action => isAllowed(operator('viewer'), action))).toEqual([])
    expect(actions.filter(action => !isAllowed(operator('admin'), action))).toEqual([])
  })

  it('includes refunds but no keys for support', () => {
    expect(isAllowed(operator('support'), 'refundForMerchant')).toBe(true)
    expect(isAllowed(operator('support'), 'revokeKey')).toBe(false)
  })

  it('includes a comparison with the processor, but not its correction, for support', () => {
    expect(isAllowed(operator('support'), 'startReconciliation')).toBe(true)
    expect(isAllowed(operator('support'), 'fixDifferences')).toBe(false)
  })
})

describe('what a merchant may do in its portal', () => {
  const portal = { kind: 'portal' as const, operator: null }

  it('is its own onboarding, callbacks, keys and card readers, and nothing that moves money', () => {
    expect(actions.filter(action => isAllowed(portal, action)).sort()).toEqual([
      'addTerminal',
      'createMerchantOnboardingLink',
      'issueKey',
      'redeliver',
      'redeliverAll',
      'removeTerminal',
      'renameTerminal',
      'revokeKey',
      'rotateCallbackSecret',
      'rotateKey',
      'setCallback',
      'testCallback',
    ])
  })
})
