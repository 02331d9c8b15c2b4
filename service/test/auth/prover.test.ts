import { expect, it } from 'vitest'
import { newCredential } from '../../src/auth/credential.ts'
import { createProver } from '../../src/auth/prover.ts'
import { systemClock } from '../../src/clock.ts'
import { newSessionId } from '../../src/ids.ts'

it('a look-up that began before a credential was forgotten does not bring it back', async () => {
  const credential = newCredential('svcs', newSessionId())
  const stored = { ...credential, identity: 'one', lastUsedAt: new Date(), revoked: false, expiresAt: null }
  let answerEarly = (_found: typeof stored) => {}
  const early = new Promise<typeof stored>(resolve => {
    answerEarly = resolve
  })
  const answers = [early, null, null]
  const prover = createProver<string>({
    clock: systemClock,
    find: async () => (await answers.shift()) ?? null,
    markUsed: async () => {},
  })
  const before = prover.prove(credential.text)
  prover.forget(identity => identity === 'one')
  expect(await prover.prove(credential.text)).toBeNull()
  answerEarly(stored)
  expect(await before).toBe('one')
  expect(await prover.prove(credential.text)).toBeNull()
})
