import { describe, expect, it } from 'vitest'
import { costOfVersion, whyTooOld } from '../../src/db/server-version.ts'

describe('PostgreSQL', () => {
  it.each([
    [14, /14 is too old: upgrade it to 15/, null],
    [15, null, /BRIN.*From 16 on, rows stay in place/],
    [16, null, null],
    [18, null, null],
  ])('%s is supported, supported at a cost, or too old', (version, fault, cost) => {
    expect(fault ? fault.test(whyTooOld(version) ?? '') : whyTooOld(version) === null).toBe(true)
    if (!fault)
      expect(cost ? cost.test(costOfVersion(version) ?? '') : costOfVersion(version) === null).toBe(true)
  })
})
