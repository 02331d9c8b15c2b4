import { Resolver } from 'node:dns/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { guardedLookup } from '../../src/deliveries/sending/guarded-address.ts'
import { createNames, type Names, systemNames } from '../../src/deliveries/sending/names.ts'
import { startNameServer, type Zone } from '../support/name-server.ts'

const anyAddress = { allowPrivate: true, deny: [] }

type Found = string[] | NodeJS.ErrnoException

function lookUp(names: Names, name: string, { timeoutMs = 60_000, family = 0 } = {}): Promise<Found> {
  return new Promise(resolve =>
    guardedLookup(names, timeoutMs, anyAddress)(name, { all: true, family }, (error, found) =>
      resolve(error ?? (found as { address: string }[]).map(({ address }) => address)),
    ),
  )
}

async function namesOf(zone: Zone) {
  const server = await startNameServer(zone)
  return { names: createNames({ servers: [server.address] }), server }
}

describe('a host name', () => {
  it('resolves to the name server’s addresses, IPv4 first', async () => {
    const { names } = await namesOf({
      'both.example': { a: ['192.0.2.1', '192.0.2.2'], aaaa: ['2001:db8::1'] },
      'four.example': { a: ['192.0.2.4'] },
      'six.example': { aaaa: ['2001:db8::6'] },
      'alias.example': { cname: 'second.example' },
      'second.example': { cname: 'both.example' },
    })
    const both = ['192.0.2.1', '192.0.2.2', '2001:db8::1']
    expect(await lookUp(names, 'both.example')).toEqual(both)
    expect(await lookUp(names, 'BOTH.example.')).toEqual(both)
    expect(await lookUp(names, 'alias.example')).toEqual(both)
    expect(await lookUp(names, 'four.example')).toEqual(['192.0.2.4'])
    expect(await lookUp(names, 'six.example')).toEqual(['2001:db8::6'])
    expect(await lookUp(names, 'both.example', { family: 6 })).toEqual(['2001:db8::1'])
  })

  it('is refused when it does not exist or has no address', async () => {
    const zone = { 'empty.example': {}, 'dangling.example': { cname: 'gone.example' } }
    const { names } = await namesOf(zone)
    for (const name of ['gone.example', 'empty.example', 'dangling.example', 'a..b', 'x'.repeat(64)]) {
      const error = await lookUp(names, name)
      expect(error).toMatchObject({ code: 'ENOTFOUND', message: `the host name ${name} has no address` })
    }
    expect(await lookUp(names, 'empty.example', { family: 6 })).toMatchObject({ code: 'ENOTFOUND' })
  })

  it('without an answer from any server fails after its time-out', async () => {
    const { names } = await namesOf({ 'silent.example': { silent: 'all' } })
    // A timer in this process is delayed as much as the look-up's own.
    const error = await Promise.race([
      lookUp(names, 'silent.example', { timeoutMs: 100 }),
      pause(1000, 'no answer'),
    ])
    const message = 'no name server answered in time for the host name silent.example'
    expect(error).toMatchObject({ code: 'EAI_AGAIN', message })
  })

  it('whose name server is down fails with an error that does not blame the host', async () => {
    const names = createNames({ servers: ['127.0.0.1:9'] })
    const error = await lookUp(names, 'shop.example')
    const message = 'no name server could answer for the host name shop.example'
    expect(error).toMatchObject({ code: 'EAI_AGAIN', message })
  })

  it('does not wait for IPv6 if the name server never answers for it', async () => {
    const { names } = await namesOf({ 'shop.example': { a: ['192.0.2.1'], silent: 'aaaa' } })
    expect(await lookUp(names, 'shop.example', { timeoutMs: 2000 })).toEqual(['192.0.2.1'])
  })

  it('is looked up once, however many connections need it at a time', async () => {
    const zone: Zone = { 'shop.example': { a: ['192.0.2.1'] }, 'silent.example': { silent: 'all' } }
    const { names } = await namesOf(zone)
    // counts look-ups, not the server's queries: on a busy machine, a late answer causes another query
    const lookUps = vi.spyOn(Resolver.prototype, 'resolve4')
    onTestFinished(() => lookUps.mockRestore())
    const found = await Promise.all(Array.from({ length: 50 }, () => lookUp(names, 'shop.example')))
    expect(found.every(one => Array.isArray(one))).toBe(true)
    expect(lookUps).toHaveBeenCalledTimes(1)
    await Promise.all(Array.from({ length: 50 }, () => lookUp(names, 'silent.example', { timeoutMs: 50 })))
    // An abandoned look-up still runs, and the next connection joins it.
    await lookUp(names, 'silent.example', { timeoutMs: 50 })
    expect(lookUps).toHaveBeenCalledTimes(2)
    // Results are not kept: the next connection may need another address.
    await lookUp(names, 'shop.example')
    expect(lookUps).toHaveBeenCalledTimes(3)
  })

  it('is the loopback if it is localhost', async () => {
    const { names, server } = await namesOf({})
    for (const name of ['localhost', 'LOCALHOST.', 'app.localhost']) {
      expect(await lookUp(names, name)).toEqual(['127.0.0.1', '::1'])
    }
    expect(server.asked).toEqual([])
  })

  it('is looked up by the system on a developer’s machine', async () => {
    expect(await lookUp(systemNames, 'localhost')).toContain('127.0.0.1')
    expect(await lookUp(systemNames, 'no-such-host.invalid')).toBeInstanceOf(Error)
  })
})
