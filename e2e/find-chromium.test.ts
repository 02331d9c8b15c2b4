import { afterEach, expect, test, vi } from 'vitest'
import { findChromium } from './support/find-chromium.ts'

afterEach(() => vi.unstubAllEnvs())

test('the program that CHROMIUM_PATH names comes first', () => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath)
  expect(findChromium()).toBe(process.execPath)
})

test('a CHROMIUM_PATH that is no program is said in one line', () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium')
  expect(findChromium).toThrow('CHROMIUM_PATH is /nowhere/chromium, which is not a program')
})
