import { parseArgs } from 'node:util'

export const help = `npm run bench [-- options] [B1 … B9]

  (nothing)        all benches in a short form, within five minutes
  B5 B9            only these
  --full           a million stored payments and a million waiting callbacks, within forty minutes
  --rounds N       rounds per side (3, with --full 5)
  --seconds N      seconds per round (1.3, with --full 4)
  --payments N     stored payments in B6 (20000, with --full 1000000)
  --backlog N      waiting callbacks in B7 (20000, with --full 1000000)
  --profile        run the service under node --cpu-prof and show where its time goes
  --allocations    count what the service allocates, as a sum and by function
  --json FILE      write the results to this file, not to bench/results
  --write-docs     rewrite the figures in README.md and docs/performance.md, and the plots in docs/images`

/**
 * The values of a command's options. `--help` prints the help and ends the process.
 * @param {string} help
 * @param {NonNullable<import('node:util').ParseArgsConfig['options']>} options
 * @returns {Record<string, any>}
 */
export function readOptions(help, options) {
  try {
    /** @type {{ values: Record<string, any> }} */
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } })
    if (!values.help) return values
  } catch (error) {
    console.error(`${error.message}\n\n${help}`)
    process.exit(2)
  }
  console.log(help)
  process.exit()
}

const quick = { rounds: 3, seconds: 1.3, payments: 20_000, backlog: 20_000 }
const full = { rounds: 5, seconds: 4, payments: 1_000_000, backlog: 1_000_000 }

export function readArguments(args, known) {
  const number = /** @type {const} */ ({ type: 'string' })
  const flag = /** @type {const} */ ({ type: 'boolean', default: false })
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rounds: number,
      seconds: number,
      payments: number,
      backlog: number,
      full: flag,
      profile: flag,
      allocations: flag,
      json: { type: 'string' },
      'write-docs': flag,
      help: flag,
    },
  })
  const chosen = positionals.map(name => name.toUpperCase())
  const unknown = chosen.filter(name => !known.includes(name))
  if (unknown.length > 0)
    throw new Error(`Unknown: ${unknown.join(', ')}. The benches are ${known.join(', ')}.`)
  const defaults = values.full ? full : quick
  const numbers = Object.entries(defaults).map(([name, value]) => ({
    name,
    value: Number(values[name] ?? value),
  }))
  const invalid = numbers.filter(({ value }) => !(value > 0)).map(({ name }) => `--${name}`)
  if (invalid.length > 0) throw new Error(`${invalid.join(' and ')} must be a number above 0.`)
  if (values['write-docs'] && chosen.length > 0) throw new Error('--write-docs needs all benches.')
  const { json = null, profile, allocations, help } = values
  return {
    ...Object.fromEntries(numbers.map(({ name, value }) => [name, value])),
    benches: chosen.length > 0 ? chosen : known,
    json,
    profile,
    allocations,
    help,
    writeDocs: values['write-docs'],
  }
}
