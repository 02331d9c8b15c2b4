import type { FastifyRequest } from 'fastify'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { createFailedAttempts, failuresPerWindow, maxNetworks } from '../../src/auth/failed-attempts.ts'
import { manualClock } from '../support/manual-clock.ts'

const clock = manualClock()
const attempts = createFailedAttempts({ clock, registry: new Registry() })
const from = (ip: string) => ({ ip, log: { warn: () => {} } }) as unknown as FastifyRequest
const failFrom = (ip: string) => attempts.refuse(from(ip), 'API key', 'x').status
const nth = (n: number) => `2001:db8:${Math.floor(n / 65_536).toString(16)}:${(n % 65_536).toString(16)}::1`

it('a throttled network stays throttled until too many other networks displace it', () => {
  for (let n = 0; n < 10; n++) failFrom('192.0.2.1')
  for (let n = 0; n < failuresPerWindow; n++) failFrom('203.0.113.7')
  expect(failFrom('203.0.113.7')).toBe(429)
  for (let n = 0; n < maxNetworks - 2; n++) expect(failFrom(nth(n))).toBe(401)
  expect(failFrom('203.0.113.7')).toBe(429)
  failFrom('198.51.100.1')
  expect(failFrom('203.0.113.7')).toBe(429)
  failFrom('198.51.100.2')
  expect(failFrom('203.0.113.7')).toBe(401)
})

it('addresses in one /64 are one network', () => {
  const statuses = Array.from({ length: failuresPerWindow + 1 }, (_, n) =>
    failFrom(`2001:db8:ffff:1::${n.toString(16)}`),
  )
  expect(statuses.at(-1)).toBe(429)
  expect(failFrom('2001:db8:ffff:2::1')).toBe(401)
})
