/** A control request that makes no sense, in words for whoever sent it. */
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
  /** One of these, or null, which an empty text means too. */
  oneOfOrNull<const T extends string>(name: string, allowed: readonly T[]): T | null | undefined
  only(...names: string[]): void
}

export function readInput(body: string): Input {
  const fields = parse(body)

  function read<T>(name: string, is: (value: unknown) => value is T, wanted: string): T | undefined {
    const value = fields[name]
    if (value === undefined) return undefined
    if (!is(value)) throw new ControlError(`${name} must be ${wanted}`)
    return value
  }

  function oneOf<const T extends string>(name: string, allowed: readonly T[]): T {
    const found = allowed.find(candidate => candidate === fields[name])
    if (found === undefined) throw new ControlError(`${name} must be one of ${allowed.join(', ')}`)
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
      if (unknown !== undefined)
        throw new ControlError(`unknown field ${unknown}; known are ${names.join(', ')}`)
    },
  }
}

function parse(body: string): Record<string, unknown> {
  if (body.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Said below.
  }
  throw new ControlError('the body must be a JSON object')
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
