import { describe, expect, it } from 'vitest'
import { readArguments } from '../src/arguments.js'
import { capacityText, replaceBetween, userTable } from '../src/documents.js'
import { allocationsOf, packageOf, sharesOf } from '../src/profile.js'
import { ratio } from '../src/rounds.js'
import { percentileCurve } from '../src/statistics.js'
import { growthPlot, latencyPlot, scaleFor } from '../src/svg.js'
import { markdownTable, number, rowsOf, targetTable } from '../src/table.js'

const results = [
  {
    id: 'B1',
    title: 'create',
    figures: { cpu: { value: 1.5, spread: 0.04, of: 0.3, to: 0.2 }, rate: { value: 0.5 } },
    sides: {},
  },
  { id: 'B8', title: 'start', figures: { memory: { value: 98.2 } }, sides: {} },
]

describe('the table', () => {
  it('says for each figure whether its target is met', () => {
    expect(rowsOf(results).map(({ bench, figure, verdict }) => [bench, figure, verdict])).toEqual([
      ['B1', 'cpu', 'met'],
      ['B1', 'rate', 'missed'],
      ['B8', 'memory', 'met'],
    ])
  })

  it('does not report a target as met if it was measured at a smaller scale', () => {
    const at = (scale: number) => [{ id: 'B7', figures: { p99: { value: 1.2, scale } }, sides: {} }]
    expect(rowsOf(at(20_000))[0]?.verdict).toBe('within target at 20,000 (not run at 1,000,000)')
    expect(rowsOf(at(1_000_000))[0]?.verdict).toBe('met')
  })

  it('has the measurement, both sides, the target and the verdict', () => {
    const lines = targetTable(results).split('\n')
    expect(lines[1]).toMatch(/^B1 {2}CPU.* 1\.5× ±4% +0\.3 to 0\.2 +≤ 1\.6× +met$/)
    expect(lines[2]).toMatch(/ 0\.5× +≥ 0\.6× +missed$/)
  })

  it('is valid Markdown: every row has as many cells as the head', () => {
    const cells = markdownTable(results)
      .split('\n')
      .map(line => line.split('|').length)
    expect(new Set(cells).size).toBe(1)
  })

  it('writes three digits of a number', () => {
    expect([0.12345, 12.345, 1234.5, 0].map(value => number(value))).toEqual(['0.123', '12.3', '1,235', '0'])
  })
})

describe('the figures for users', () => {
  const side = (rate: number, cpuMs: number, postgresMs: number) => ({ service: { rate, cpuMs, postgresMs } })
  const latency = { p50: { value: 4.82 }, p99: { value: 12.04 } }
  const ofAll = [
    { id: 'B1', figures: {}, sides: side(1171.4, 0.5, 0.5) },
    { id: 'B2', figures: latency, sides: {} },
    { id: 'B3', figures: {}, sides: side(6441, 0.1, 0.1) },
    { id: 'B4', figures: {}, sides: side(1195, 0.5, 0.5) },
    { id: 'B5', figures: {}, sides: side(5478, 0.1, 0.3) },
    {
      id: 'B8',
      figures: { fresh: { value: 2.24 }, again: { value: 1.02 }, memory: { value: 98.2 } },
      sides: {},
    },
    { id: 'B9', figures: latency, sides: {} },
  ]

  it('are rates, times and memory', () => {
    const table = userTable(ofAll)
    expect(table).toContain('| Payments created, by 32 clients | 1,171 a second | B1 |')
    expect(table).toContain('| 4.8 ms at the median, 12 ms at the 99th percentile | B2 |')
    expect(table).toContain('| Later starts | 1 s | B8 |')
    expect(table).toContain('| about 400 a second | B1, B3, B4, B5 |')
  })

  it('say how many complete payments that makes', () => {
    const text = capacityText(ofAll)
    expect(text).toContain('handles about 400 complete payments a second. Plan for 200.**')
    expect(text).toContain('1 + 3 × 1 + 2 × 0.4 + 0.2 = 5 ms of CPU, 54% of it in PostgreSQL')
    expect(text).toContain('| 2 | 400 | 200 | 7.2 million |')
    expect(text).toContain('| 8 (computed) | 1,600 | 800 | 29 million |')
  })
})

it('a ratio is taken round by round, so that a slow spell of the machine cancels out', () => {
  const rounds = (rates: number[]) => ({ byRound: rates.map(rate => ({ rate })) })
  expect(ratio(rounds([50, 5, 60]), rounds([100, 10, 120]), 'rate')).toMatchObject({ value: 0.5, spread: 0 })
})

describe('plots', () => {
  const curve = percentileCurve(Array.from({ length: 500 }, (_, i) => i / 10))
  const plots = {
    latency: latencyPlot('a <b> & "c"', [
      { name: 'service', curve },
      { name: 'floor', curve },
    ]),
    growth: growthPlot('growth', ' ms', ['empty', 'full'], [{ name: 'create', values: [0.3, 0.33] }]),
  }

  it.each(Object.entries(plots))('%s is well-formed', (_, svg) => {
    const open: string[] = []
    for (const [, closing, name = '', selfClosing] of svg.matchAll(/<(\/?)([a-z]+)[^<>]*?(\/?)>/g)) {
      if (closing) expect(open.pop()).toBe(name)
      else if (!selfClosing) open.push(name)
    }
    expect(open).toEqual([])
    expect(svg).not.toMatch(/NaN|undefined|&(?!amp;|lt;|gt;|quot;)/)
  })

  it('have an axis of round steps that holds the highest value', () => {
    expect(scaleFor(49.9)).toEqual({ step: 20, top: 60 })
    expect(scaleFor(0.33)).toEqual({ step: 0.1, top: 0.4 })
  })

  it('can be read on dark pages', () => {
    expect(plots.latency).toContain('prefers-color-scheme: dark')
  })
})

describe('a profile', () => {
  it('recognizes packages, folders of the service and parts of Node.js', () => {
    const names = [
      { url: 'file:///x/node_modules/@fastify/helmet/index.js', functionName: 'a' },
      { url: 'file:///x/service/dist/http/door.js', functionName: 'b' },
      { url: 'node:internal/streams/writable', functionName: 'c' },
      { url: '', functionName: 'writev' },
      { url: '', functionName: '(garbage collector)' },
    ].map(packageOf)
    expect(names).toEqual([
      '@fastify/helmet',
      'service/http',
      'node:internal/streams',
      'native',
      '(garbage collector)',
    ])
  })

  it('counts only measured time that was not idle, and credits a native call to its caller', () => {
    const frame = (functionName: string, url = '') => ({ functionName, url })
    const profile = {
      startTime: 0,
      nodes: [
        { id: 1, callFrame: frame('(root)'), children: [2, 4] },
        { id: 2, callFrame: frame('send', 'file:///x/node_modules/stripe/a.js'), children: [3] },
        { id: 3, callFrame: frame('writev') },
        { id: 4, callFrame: frame('(idle)') },
      ],
      samples: [2, 3, 3, 4, 2],
      timeDeltas: [100, 100, 100, 100, 100],
    }
    const shares = sharesOf([profile], [[150, 450]])
    expect(shares.busyMs).toBe(0.2)
    expect(shares.packages).toEqual([{ name: 'native', share: 1 }])
    expect(shares.callers).toEqual([{ name: 'stripe', share: 1 }])
  })

  it('divides allocations in the same way', () => {
    const join = { id: 3, callFrame: { functionName: 'join', url: '' }, selfSize: 300, children: [] }
    const encode = { functionName: 'encode', url: 'file:///x/node_modules/stripe/a.js' }
    const head = {
      id: 1,
      callFrame: { functionName: '(root)', url: '' },
      selfSize: 0,
      children: [{ id: 2, callFrame: encode, selfSize: 100, children: [join] }],
    }
    const allocations = allocationsOf([{ profile: { head }, bytes: 8192, operations: 4 }])
    expect(allocations).toMatchObject({ kbEach: 2, callers: [{ name: 'stripe', share: 1 }, { share: 0 }] })
    expect(allocations.functions[0]).toEqual({ name: 'native join, for stripe', share: 0.75 })
  })
})

it('replaces the text between two marks, and fails if there are none', () => {
  const page = 'a\n<!-- bench:table -->\nold\n<!-- /bench:table -->\nb'
  expect(replaceBetween(page, 'table', 'new')).toBe('a\n<!-- bench:table -->\nnew\n<!-- /bench:table -->\nb')
  expect(() => replaceBetween(page, 'other', 'new')).toThrow('no place for other')
})

describe('arguments', () => {
  const known = ['B1', 'B2']

  it('choose benches in any case, and all by default', () => {
    expect(readArguments(['b2'], known).benches).toEqual(['B2'])
    expect(readArguments([], known)).toMatchObject({ benches: known, rounds: 3, payments: 20_000 })
    expect(readArguments(['--full'], known)).toMatchObject({ payments: 1_000_000, backlog: 1_000_000 })
  })

  it.each([['B7'], ['--rounds', 'x'], ['B1', '--write-docs']])('%s %s is refused', (...args) => {
    expect(() => readArguments(args.filter(Boolean), known)).toThrow()
  })
})
