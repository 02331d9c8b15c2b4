/** An invalid control request, with a message for its sender. */
export class ControlError extends Error {
  readonly status: number

  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}

/** Reads the JSON body of a control request. */
export interface Input {
  text(name: string): string | undefined
  integer(name: string): number | undefined
  flag(name: string): boolean | undefined
  texts(name: string): string[] | undefined
  oneOf<const T extends string>(name: string, allowed: readonly T[]): T
  /** One of these, or null; an empty text means null too. */
  oneOfOrNull<const T extends string>(name: string, allowed: readonly T[]): T | null | undefined
  only(...names: string[]): void
}

export function readInput(body: string): Input {
  const fields = parse(body)

  function read<T>(name: string, is: (value: unknown) => value is T, wanted: string): T | undefined {
    const value = fields[name]
    if (value === undefined) return undefined
    if (!is(value)) throw new ControlError(`${name} must be ${wanted}.`)
    return value
  }

  function oneOf<const T extends string>(name: string, allowed: readonly T[]): T {
    const found = allowed.find(candidate => candidate === fields[name])
    if (found === undefined) throw new ControlError(`${name} must be one of ${allowed.join(', ')}.`)
    return found
  }

  return {
    text: name => read(name, isText, 'text'),
    integer: name => read(name, isCount, 'a whole number, 0 or more'),
    flag: name => read(name, isFlag, 'true or false'),
    texts: name => read(name, isTexts, 'a list of text'),
    oneOf,
    oneOfOrNull(name, allowed) {
      const value = fields[name]
      if (value === undefined) return undefined
      return value === null || value === '' ? null : oneOf(name, allowed)
    },
    only(...names) {
      const unknown = Object.keys(fields).find(name => !names.includes(name))
      if (unknown !== undefined) throw new ControlError(unknownField(unknown, names))
    },
  }
}

function parse(body: string): Record<string, unknown> {
  if (body.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Reported below.
  }
  throw new ControlError('The body must be a JSON object.')
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean'
}
function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText)
}

function unknownField(unknown: string, names: readonly string[]): string {
  if (names.length === 0) return `Unknown field ${unknown}. This control takes no fields.`
  return `Unknown field ${unknown}. The fields are ${names.join(', ')}.`
}
