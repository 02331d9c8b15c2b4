import type postgres from 'postgres'
import type { StatementOptions } from './driver.ts'
import { nameInStack, type Watch } from './usage.ts'

interface Part {
  readonly strings: readonly string[]
  readonly args: readonly unknown[]
}

type Parameters = postgres.ParameterOrJSON<never>[]

/** Identifies each template by its place in the source. */
const places = new WeakMap<readonly string[], Error>()

/** A composition of parts. Its text and options are built once, because texts are long and have many parts. */
interface Shape {
  /** The compositions with one more part or parameter. */
  next: Map<unknown, Shape>
  known: Known | null
}

interface Known {
  text: string
  name(): string
  /** The driver tells prepared statements apart by their text and the types of their parameters. */
  kinds: unknown[]
  options: StatementOptions
  /** For parameters of other kinds. */
  unsigned: StatementOptions
}

const shapes: Shape = { next: new Map(), known: null }
/** A parameter as a step in a shape. */
const parameter = Symbol('parameter')

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
  then<Value, Other>(
    done?: Handler<unknown, Value>,
    failed?: Handler<unknown, Other>,
  ): Promise<Value | Other> {
    return this.send().then(done, failed)
  }

  catch<Other>(failed?: Handler<unknown, Other>): Promise<unknown> {
    return this.send().catch(failed)
  }

  finally(handle?: (() => void) | null): Promise<unknown> {
    return this.send().finally(handle)
  }

  private send(): Promise<unknown> {
    if (this.sent) return this.sent
    const parameters: Parameters = []
    const shape = shapeOf(this, shapes, parameters)
    shape.known ??= knownOf(this, parameters)
    const { text, kinds, options, unsigned, name } = shape.known
    const isUsual = parameters.every((value, i) => kindOf(value) === kinds[i])
    this.sent = this.watch(this.sql.unsafe(text, parameters, isUsual ? options : unsigned), name)
    return this.sent
  }
}

type Handler<Given, Value> = ((given: Given) => Value | PromiseLike<Value>) | null

function shapeOf({ strings, args }: Part, before: Shape, parameters: Parameters): Shape {
  // the strings of a name are a new array each time
  let shape = nextShape(before, 'raw' in strings ? strings : strings[0])
  for (const arg of args) {
    if (isPart(arg)) shape = shapeOf(arg, shape, parameters)
    else {
      shape = nextShape(shape, parameter)
      parameters.push(arg as Parameters[number])
    }
  }
  return shape
}

function nextShape({ next }: Shape, step: unknown): Shape {
  const known = next.get(step)
  if (known) return known
  const shape = { next: new Map(), known: null }
  next.set(step, shape)
  return shape
}

function knownOf(statement: Part, parameters: Parameters): Known {
  const text = textOf(statement, [])
  const unsigned = { prepare: true, simple: false, place: places.get(statement.strings) } as const
  const named = places.get(namedPart(statement).strings)
  let name: string | null = null
  return {
    text,
    name: () => {
      name ??= nameInStack(named?.stack ?? '')
      return name
    },
    kinds: parameters.map(kindOf),
    options: { signature: text, ...unsigned },
    unsigned,
  }
}

/** Values of one kind have the same type for the driver. */
function kindOf(value: unknown): unknown {
  if (Array.isArray(value)) return kindOf(value[0])
  if (value instanceof Object) return value.constructor
  return typeof value === 'boolean' || typeof value === 'bigint' ? typeof value : null
}

function textOf({ strings, args }: Part, parameters: unknown[]): string {
  let text = strings[0] ?? ''
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]
    text += isPart(arg) ? textOf(arg, parameters) : `$${parameters.push(arg)}`
    text += strings[i + 1] ?? ''
  }
  return text
}

const isPart = (arg: unknown): arg is Part =>
  arg instanceof Statement || (arg instanceof Promise && 'strings' in arg)

/** A statement composed of parts has the name of its last part. */
function namedPart(part: Part): Part {
  const { strings, args } = part
  const last = args.at(-1)
  const isComposed = /^(with )?$/.test(strings[0] ?? '') && strings.at(-1) === ''
  return isPart(last) && isComposed ? namedPart(last) : part
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
