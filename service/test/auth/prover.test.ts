import { expect, it } from 'vitest'
import { newCredential } from '../../src/auth/credential.ts'
import { createProver } from '../../src/auth/prover.ts'
import { systemClock } from '../../src/clock.ts'
import { newSessionId } from '../../src/ids.ts'
import { manualClock } from '../support/manual-clock.ts'

it('a look-up that began before a credential was forgotten does not restore it', async () => {
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

function proverOfGenerations() {
  const clock = manualClock()
  const credential = newCredential('svcs', newSessionId())
  const stored = { ...credential, identity: 'one', lastUsedAt: new Date(), revoked: false, expiresAt: null }
  const world = { generation: 'first' as string | null, lookUps: 0, duringLookUp: () => {}, revoked: false }
  const prover = createProver<string>({
    clock,
    async find() {
      world.lookUps++
      const found = { ...stored, revoked: world.revoked }
      world.duringLookUp()
      return found
    },
    markUsed: async () => {},
    generation: () => world.generation,
  })
  return { clock, world, prove: () => prover.prove(credential.text) }
}

it('a credential is looked up again only after its generation has ended', async () => {
  const { clock, world, prove } = proverOfGenerations()
  await prove()
  clock.advance(30)
  expect([await prove(), world.lookUps]).toEqual(['one', 1])
  world.revoked = true
  world.generation = 'second'
  expect([await prove(), world.lookUps]).toEqual([null, 2])
})

it('an unknown generation proves nothing', async () => {
  const { clock, world, prove } = proverOfGenerations()
  await prove()
  world.generation = null
  clock.advance(30)
  expect([await prove(), world.lookUps]).toEqual(['one', 2])
  clock.advance(30)
  expect([await prove(), world.lookUps]).toEqual(['one', 3])
})

it('a generation that becomes known during a look-up does not cover its result', async () => {
  const { clock, world, prove } = proverOfGenerations()
  world.duringLookUp = () => {
    world.revoked = true
    world.generation = 'second'
  }
  expect(await prove()).toBe('one')
  clock.advance(0.5)
  expect(await prove()).toBeNull()
})

it('a credential is looked up again after a minute, in the background', async () => {
  const { clock, world, prove } = proverOfGenerations()
  await prove()
  clock.advance(60)
  world.revoked = true
  expect([await prove(), world.lookUps]).toEqual(['one', 2])
  expect(await prove()).toBeNull()
})
