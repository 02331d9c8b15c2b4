import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const dist = new URL('../dist/', import.meta.url)
const index = readFileSync(new URL('index.html', dist), 'utf8')
const addresses = [...index.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
const fileOf = (address: string) => readFileSync(new URL(address.replace('/console/', ''), dist))

test('the first load is under 160 kB compressed', () => {
  const sizes = addresses.map(address => gzipSync(fileOf(address)).length)
  expect(sizes.length).toBeGreaterThanOrEqual(4)
  expect(sizes.reduce((sum, size) => sum + size, gzipSync(index).length)).toBeLessThan(160_000)
})

test('every file of the first load comes from the service itself, and none is inline', () => {
  expect(addresses.every(address => address.startsWith('/console/'))).toBe(true)
  expect(index).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/)
})

test('the first scripts are compiled while they load', () => {
  const scripts = addresses.filter(address => /\/(?:index|shared)-[^/]+\.js$/.test(address))
  expect(scripts).toHaveLength(2)
  for (const script of scripts) {
    expect(fileOf(script).toString().startsWith('//# allFunctionsCalledOnLoad\n')).toBe(true)
  }
})
