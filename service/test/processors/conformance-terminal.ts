import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Outcome } from '../../src/processors/outcomes.ts'
import type { TerminalProcessor } from '../../src/processors/terminal-port.ts'
import type { ProcessorHarness } from './conformance.ts'

const address = {
  line1: '1 Main Street',
  line2: null,
  city: 'Springfield',
  state: 'IL',
  postalCode: '62701',
  country: 'US',
}
const everything = { limit: null, startingAfter: null }

/** For a processor with card readers. One without declares null, and is not tested. */
export function terminalConformance(name: string, makeHarness: () => Promise<ProcessorHarness>): void {
  describe(`the ${name} processor's card readers`, () => {
    let harness: ProcessorHarness
    let terminal: TerminalProcessor
    beforeAll(async () => {
      harness = await makeHarness()
      if (!harness.processor.terminal) throw new Error('declares no card readers')
      terminal = harness.processor.terminal
    })
    afterAll(() => harness.stop())

    const call = () => ({ accountId: harness.accountId, idempotencyKey: randomBytes(8).toString('hex') })
    const done = <Value>(outcome: Outcome<Value>): Value => {
      if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
      return outcome.value
    }

    it('have tokens of the account', async () => {
      expect(done(await terminal.createConnectionToken(harness.accountId)).secret).toBeTruthy()
    })

    it('belong to locations that are listed, all or page by page', async () => {
      for (const displayName of ['A', 'B', 'C'])
        done(await terminal.createLocation(call(), { displayName, ...address }))
      const all = done(await terminal.listLocations(harness.accountId, everything))
      expect(all.items.map(location => location.displayName).sort()).toEqual(['A', 'B', 'C'])
      expect(all.hasMore).toBe(false)
      const first = done(await terminal.listLocations(harness.accountId, { limit: 2, startingAfter: null }))
      expect(first).toEqual({ items: all.items.slice(0, 2), hasMore: true, calls: 1 })
      const startingAfter = first.items[1]?.id ?? ''
      const rest = done(await terminal.listLocations(harness.accountId, { limit: 2, startingAfter }))
      expect(rest).toEqual({ items: all.items.slice(2), hasMore: false, calls: 1 })
    })

    it('are registered once under one key, and listed', async () => {
      const location = done(await terminal.createLocation(call(), { displayName: 'Shop', ...address }))
      const reader = { registrationCode: 'simulated-wpe', locationId: location.id, label: 'Till' }
      const once = call()
      const registered = done(await terminal.registerReader(once, reader))
      expect(done(await terminal.registerReader(once, reader))).toEqual(registered)
      expect(registered).toMatchObject({ label: 'Till', status: 'online', locationId: location.id })
      expect(done(await terminal.listReaders(harness.accountId, everything)).items).toEqual([registered])
    })

    it('and their locations are found by the call that made them', async () => {
      const placing = call()
      const location = done(await terminal.createLocation(placing, { displayName: 'D', ...address }))
      expect(done(await terminal.findLocation(placing))).toEqual(location)
      expect(done(await terminal.findLocation(call()))).toBeNull()
      const registering = call()
      const reader = { registrationCode: 'simulated-wpe', locationId: location.id, label: null }
      const registered = done(await terminal.registerReader(registering, reader))
      expect(done(await terminal.findReader(registering))).toEqual(registered)
      expect(done(await terminal.findReader(call()))).toBeNull()
    })

    it('are renamed and removed, like their locations', async () => {
      const { accountId } = harness
      const location = done(await terminal.createLocation(call(), { displayName: 'Old', ...address }))
      const reader = { registrationCode: 'simulated-wpe', locationId: location.id, label: 'Old' }
      const registered = done(await terminal.registerReader(call(), reader))
      done(await terminal.rename(accountId, registered.id, 'New till'))
      done(await terminal.rename(accountId, location.id, 'New shop'))
      const readers = async () => done(await terminal.listReaders(accountId, everything)).items
      const locations = async () => done(await terminal.listLocations(accountId, everything)).items
      expect(await readers()).toContainEqual({ ...registered, label: 'New till' })
      expect(await locations()).toContainEqual({ ...location, displayName: 'New shop' })
      done(await terminal.remove(accountId, registered.id))
      done(await terminal.remove(accountId, location.id))
      expect(await readers()).not.toContainEqual(expect.objectContaining({ id: registered.id }))
      expect(await locations()).not.toContainEqual(expect.objectContaining({ id: location.id }))
      expect(await terminal.remove(accountId, registered.id)).toMatchObject({ kind: 'refused' })
    })

    it('are refused at a location that is not the account’s', async () => {
      const reader = { registrationCode: 'simulated-wpe', locationId: 'tml_nowhere', label: null }
      expect(await terminal.registerReader(call(), reader)).toMatchObject({
        kind: 'refused',
        refusal: { reason: 'invalid', field: 'locationId', message: expect.stringContaining('tml_nowhere') },
      })
    })
  })
}
