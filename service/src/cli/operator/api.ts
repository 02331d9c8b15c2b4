import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import type { Command } from 'commander'
import { actOnce } from '../act-once.ts'
import { CommandFault, type Context, printAnswer } from '../context.ts'
import {
  completedPaths,
  type Field,
  type Operation,
  operations,
  operationsAt,
  shortPath,
} from '../operations.ts'
import { createOperatorClient, type OperatorClient } from '../operator-client.ts'
import { type CommonOptions, everyPage, operatorCommand, timestamp } from '../operator-command.ts'
import { table } from '../output.ts'

const usageError = 2
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const help = `
The method defaults to GET, or to POST if there are fields and the path accepts it. Fields become the
query of a GET or DELETE, otherwise the body. They are converted to the documented types: numbers, true,
false, null, and JSON for objects and lists.

Examples:
  svcpay api --list merchants                          the calls about merchants
  svcpay api --list "POST /merchants"                  one call, with its fields
  svcpay api /merchants                                one page
  svcpay api GET /events type=charge.refunded --all    every page
  svcpay api POST /merchants name=Bakery feeBps=250
  svcpay api PATCH /merchants/<merchantId> feeBps=null
  svcpay api POST /payments/<svcPaymentId>/refund amountCents=500
  echo '{"name": "Bakery"}' | svcpay api POST /merchants --input -

A call that moves money gets an idempotency key, which is kept until the outcome is known: repeat the same
command after a lost answer, and it acts only once.`

interface ApiOptions extends CommonOptions {
  list?: string | true
  all?: boolean
  input?: string
  idempotencyKey?: string
}

export function apiCommand(context: Context): Command {
  return operatorCommand('api', 'call any part of the operator API')
    .usage('[options] [method] <path> [field=value...]')
    .argument('[call...]', 'a path such as /merchants, with an optional method before and fields after it')
    .option('--list [text]', 'list all calls, or only those containing this text, instead of making one')
    .option('--all', 'print all pages of a list')
    .option('--input <file>', 'the body as JSON, from a file or - for standard input')
    .option('--idempotency-key <key>', 'your own key (default: a new one, kept until the outcome is known)')
    .addHelpText('after', help)
    .action(async (words: string[], options: ApiOptions) => {
      if (options.list !== undefined || words.length === 0) {
        const wanted = typeof options.list === 'string' ? options.list : words.join(' ')
        return printAnswer(context, options.json, found(wanted), listed)
      }
      const call = callOf(words, await readInput(context, options.input))
      const answer = await send(context, createOperatorClient(context, options), call, options)
      if (typeof answer === 'string') context.print(answer.trimEnd())
      else if (answer !== null) context.print(JSON.stringify(answer, null, 2))
      for (const hint of hintsOn(answer)) context.printError(`svcpay: ${hint}`)
    })
}

type Call = ReturnType<typeof callOf>

function callOf(words: string[], input: object | null) {
  const [first = ''] = words
  const method = methods.find(one => one === first.toUpperCase())
  const [typed = '', ...pairs] = method ? words.slice(1) : words
  const [, path = '', search = ''] = /^([^?]*)\??(.*)$/s.exec(shortPath(typed)) ?? []
  const operation = operationFor(method, path, pairs.length > 0 || input !== null)
  const given = pairs.map(pair => fieldIn(operation, pair))
  const query = new URLSearchParams(search)
  if (operation.hasBody) return { operation, path, query, body: { ...input, ...Object.fromEntries(given) } }
  if (input) throw new CommandFault(`${operation.method} ${operation.path} takes no body.`, usageError)
  for (const [name, value] of given) query.set(name, `${value}`)
  return { operation, path, query, body: undefined }
}

function operationFor(method: string | undefined, path: string, hasFields: boolean): Operation {
  const there = operationsAt(path)
  const guessed = hasFields && there.some(one => one.method === 'POST') ? 'POST' : 'GET'
  const operation = there.find(one => one.method === (method ?? guessed))
  if (operation) return operation
  const taken = there.map(one => one.method).join(' or ')
  const unknown = `The operator API has no ${path}. See svcpay api --list.`
  throw new CommandFault(taken ? `${path} takes ${taken}, not ${method ?? guessed}.` : unknown, usageError)
}

function fieldIn({ method, path, fields }: Operation, pair: string): [name: string, value: unknown] {
  const [, name = '', text = ''] = /^([^=]+)=(.*)$/s.exec(pair) ?? []
  if (name === '') throw new CommandFault(`${pair} is not a field: write name=value.`, usageError)
  const field = fields.find(one => one.name === name)
  if (field) return [name, typedAs(field, text)]
  const names = fields.map(one => one.name).join(', ') || 'none'
  throw new CommandFault(`There is no field ${name}. The fields of ${method} ${path}: ${names}.`, usageError)
}

/** Text of the wrong type is sent unchanged, because the service’s own message explains the fault best. */
function typedAs({ name, type, isTime, isNullable }: Field, text: string): unknown {
  if (isNullable && text === 'null') return null
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text)
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true'
  try {
    if (type === 'object' || type === 'array') return JSON.parse(text)
    return isTime ? timestamp(text) : text
  } catch (error) {
    const reason = isTime ? (error as Error).message : 'It must be JSON.'
    throw new CommandFault(`${name}=${text} is invalid. ${reason}`, usageError)
  }
}

async function readInput({ cwd }: Context, file: string | undefined): Promise<object | null> {
  if (file === undefined) return null
  try {
    const text = file === '-' ? await readAll(process.stdin) : readFileSync(resolve(cwd, file), 'utf8')
    const input = JSON.parse(text)
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code) throw new CommandFault(`--input ${file} cannot be read (${code}).`, usageError)
  }
  throw new CommandFault(`--input ${file} must be a JSON object.`, usageError)
}

async function send(
  context: Context,
  client: OperatorClient,
  { operation, path, query, body }: Call,
  { all, idempotencyKey }: ApiOptions,
): Promise<unknown> {
  if (operation.isKeyed) return await actOnce(context, client, { path, body: body ?? {} }, idempotencyKey)
  if (!all) return await client.call(operation.method, query.size > 0 ? `${path}?${query}` : path, body)
  if (!operation.fields.some(({ name }) => name === 'cursor'))
    throw new CommandFault(`${operation.method} ${operation.path} has no pages.`, usageError)
  return await everyPage(client, path, Object.fromEntries(query))
}

const shownOnce = ['apiKey', 'callbackSigningSecret', 'signingSecret', 'token']

function hintsOn(answer: unknown): string[] {
  const { nextCursor, ...others } = (answer ?? {}) as Record<string, unknown>
  const secrets = shownOnce.filter(name => typeof others[name] === 'string')
  const hints = nextCursor ? [`There is more: add --all, or cursor=${nextCursor}.`] : []
  return secrets.length > 0 ? [...hints, `Shown only once; store now: ${secrets.join(', ')}.`] : hints
}

function found(text: string): Operation[] {
  const wanted = text.toLowerCase()
  const nameOf = ({ method, path }: Operation) => `${method} ${path}`
  const exact = operations.filter(one => nameOf(one).toLowerCase() === wanted)
  if (exact.length > 0) return exact
  const matching = operations.filter(one => `${nameOf(one)} ${one.summary}`.toLowerCase().includes(wanted))
  if (matching.length === 0) throw new CommandFault(`No call contains “${text}”. See svcpay api --list.`)
  return matching
}

function listed(matching: Operation[]): string {
  const rows = matching.map(({ method, path, summary }) => [method, path, summary])
  const lines = table(['METHOD', 'PATH', 'SUMMARY'], rows)
  const [one, another] = matching
  if (!one || another || one.fields.length === 0) return lines
  const fields = one.fields.map(({ name, type, isTime, isRequired, choices, description }) => [
    name,
    choices.length > 0 ? choices.join(' | ') : isTime ? 'time' : type,
    isRequired ? 'yes' : 'no',
    description,
  ])
  return `${lines}\n\n${table(['FIELD', 'TYPE', 'REQUIRED', 'DESCRIPTION'], fields)}`
}

export function completeCall(words: string[], typed: string): string[] {
  const [first = '', second] = words
  const method = methods.find(one => one === first.toUpperCase())
  const path = method ? second : words[0]
  if (path === undefined) return [...(method ? [] : methods), ...completedPaths(typed, method)]
  const fields = operationsAt(shortPath(path))
    .filter(one => !method || one.method === method)
    .flatMap(one => one.fields.map(({ name }) => `${name}=`))
  return [...new Set(fields)].filter(field => !words.some(word => word.startsWith(field)))
}
