import type postgres from 'postgres'
import { nameInStack, type Watch } from './usage.ts'

interface Part {
  readonly strings: readonly string[]
  readonly args: readonly unknown[]
}

type Parameters = postgres.ParameterOrJSON<never>[]

/** Identifies each template by its place in the source. */
const places = new WeakMap<readonly string[], Error>()

/** Every text is prepared, even one without parameters. */
const prepared = { prepare: true, simple: false }

/**
 * A statement, sent when it is awaited, or a part of one. The driver would create a promise even for a part, at many
 * times the cost, and a statement that writes an event has dozens of parts.
 */
class Statement implements Part, PromiseLike<unknown> {
  readonly strings: readonly string[]
  readonly args: readonly unknown[]
  private readonly sql: postgres.ISql
  private readonly watch: Watch
  private sent: Promise<unknown> | null = null

  constructor(sql: postgres.ISql, strings: readonly string[], args: readonly unknown[], watch: Watch) {
    this.sql = sql
    this.watch = watch
    this.strings = strings
    this.args = args
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then<Value, Other>(...handlers: Handlers<Value, Other>): Promise<Value | Other> {
    return this.send().then(...handlers)
  }

  catch<Other>(handle: Handlers<never, Other>[1]): Promise<unknown> {
    return this.send().catch(handle)
  }

  finally(handle?: (() => void) | null): Promise<unknown> {
    return this.send().finally(handle)
  }

  private send(): Promise<unknown> {
    if (this.sent) return this.sent
    const parameters: Parameters = []
    const sent = this.sql.unsafe(textOf(this, parameters), parameters, prepared)
    // the driver adds it to the stack of an error
    Object.defineProperty(sent, 'origin', { get: () => places.get(this.strings)?.stack ?? '' })
    this.watch(sent, () => nameOf(this))
    this.sent = sent
    return sent
  }
}

type Handlers<Value, Other> = [
  whenDone?: ((result: unknown) => Value | PromiseLike<Value>) | null,
  whenFailed?: ((error: unknown) => Other | PromiseLike<Other>) | null,
]

function textOf({ strings, args }: Part, parameters: Parameters): string {
  let text = strings[0] ?? ''
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]
    text += isPart(arg) ? textOf(arg, parameters) : `$${parameters.push(arg as Parameters[number])}`
    text += strings[i + 1] ?? ''
  }
  return text
}

const isPart = (arg: unknown): arg is Part =>
  arg instanceof Statement || (arg instanceof Promise && 'strings' in arg)

const names = new WeakMap<readonly string[], string>()

/** A statement composed of parts has the name of its last part. */
function nameOf({ strings, args }: Part): string {
  const last = args.at(-1)
  if (isPart(last) && /^(with )?$/.test(strings[0] ?? '') && strings.at(-1) === '') return nameOf(last)
  const known = names.get(strings) ?? nameInStack(places.get(strings)?.stack ?? '')
  names.set(strings, known)
  return known
}

/**
 * Makes statements from tagged templates, and names of tables and columns from strings; everything else is passed to
 * the driver.
 */
export function withStatements<Sql extends postgres.ISql>(
  sql: Sql,
  watch: Watch,
  check: () => void = () => {},
): Sql {
  const make = (first: readonly string[] | string, ...args: unknown[]) => {
    check()
    if (typeof first === 'string') return new Statement(sql, [quoted(first)], [], watch)
    if (!places.has(first)) places.set(first, new Error())
    return new Statement(sql, first, args, watch)
  }
  return Object.assign(make, sql) as unknown as Sql
}

const quoted = (name: string) => `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`
