import { Command, InvalidArgumentError, Option } from 'commander'
import type { Page } from './answers.ts'
import { CommandFault, type Context, printAnswer } from './context.ts'
import { type Field, operationsAt } from './operations.ts'
import { createOperatorClient, type OperatorClient } from './operator-client.ts'
import { type Columns, tableOf } from './output.ts'

export interface CommonOptions {
  json?: boolean
  url?: string
  token?: string
  actor?: string
  format?: string
}

type Fields = Record<string, string | number | undefined>
type Options = Parameters<Parameters<Command['action']>[0]>[number]

/** The API's names for abbreviated flags. */
const apiNames: Record<string, string> = {
  merchant: 'merchantId',
  by: 'actor',
  fee: 'refundApplicationFee',
}

/** The values of a command's own flags, by the API's names. A `--no` flag that is not passed is null. */
export function fieldsOf(options: Options): Fields {
  const { json, url, token, actor, limit, cursor, format, idempotencyKey, ...own } = options
  if (own.from && own.from >= own.to) throw new CommandFault('--from must be before --to.', 2)
  const given = Object.entries<string>(own).filter(([, value]) => value !== null)
  return Object.fromEntries(given.map(([name, value]) => [apiNames[name] ?? name, value]))
}

export function integer(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

const timestampShape = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** In the API's format. A day begins at midnight UTC. Refuses ambiguous text, which could silently select the wrong period. */
export function timestamp(text: string): string {
  const day = timestampShape.exec(text)?.[1]
  const date = new Date(text)
  // JavaScript reads the 30th of February as the 2nd of March
  if (!day || Number.isNaN(date.getTime()) || !new Date(day).toISOString().startsWith(day)) {
    throw new InvalidArgumentError('It must be a date such as 2026-01-31 or 2026-01-31T14:00:00Z.')
  }
  return date.toISOString()
}

function note(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '' || [...trimmed].length > 200 || /[\p{Cc}\p{Cs}]/u.test(trimmed)) {
    throw new InvalidArgumentError('It must be one line of 1 to 200 characters.')
  }
  return trimmed
}

export const formatOption = () =>
  new Option('--format <format>', 'output format').choices(['table', 'csv', 'json']).default('table')

export function group(name: string, description: string, commands: Command[]): Command {
  const parent = new Command(name).description(description)
  for (const command of commands) parent.addCommand(command)
  return parent
}

/** A command that calls the operator API, with the options that all such commands have. */
export function operatorCommand(nameAndArguments: string, description: string): Command {
  const [name, ...args] = nameAndArguments.split(' ')
  const command = new Command(name).description(description)
  for (const arg of args) command.argument(arg)
  return command
    .option('--json', 'print the answer as JSON')
    .option('--url <url>', 'address of svcpay (default: the instance running on the data dir)')
    .option('--token <token>', 'operator token (default: SVC_OPERATOR_TOKEN, or the one in the data dir)')
    .option('--actor <note>', 'a note for the audit log (default: the name of your account)', note)
}

/** A command for one call, such as `GET /payments`. Fields are options, unless they are arguments or on by default. */
export function callCommand(nameAndArguments: string, description: string, call: string): Command {
  const command = operatorCommand(nameAndArguments, description)
  const [method, path = ''] = call.split(' ')
  const fields = operationsAt(path).find(one => one.method === method)?.fields ?? []
  const elsewhere = ['format', ...command.registeredArguments.map(one => one.name())]
  for (const field of fields)
    if (!field.isOn && !elsewhere.includes(field.name)) command.addOption(optionOf(field))
  return command
}

function optionOf({ name, type, isTime, isRequired, choices, description }: Field): Option {
  const short = Object.keys(apiNames).find(flag => apiNames[flag] === name) ?? name
  const flag = `--${short.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
  const value = type === 'integer' ? 'n' : isTime ? 'time' : name
  const text = description.charAt(0).toLowerCase() + description.slice(1).replace(/\.$/, '')
  const option = new Option(type === 'boolean' ? flag : `${flag} <${value}>`, text.replaceAll('`', ''))
  if (choices.length > 0) option.choices(choices)
  if (type === 'integer') option.argParser(integer)
  if (isTime) option.argParser(timestamp)
  return option.makeOptionMandatory(isRequired)
}

type Call = [method: string, path: string, body?: object]

/** Makes the call and prints the answer for a program or a person. `faultIn` returns why the command failed, or null. */
export async function show<Answer>(
  context: Context,
  options: CommonOptions,
  ask: Call | ((client: OperatorClient) => Promise<Answer>),
  describe: (answer: Answer) => string,
  faultIn: (answer: Answer) => string | null = () => null,
): Promise<void> {
  const client = createOperatorClient(context, options)
  const answer = await (typeof ask === 'function' ? ask(client) : client.call<Answer>(...ask))
  printAnswer(context, options.json || options.format === 'json', answer, describe)
  const fault = faultIn(answer)
  if (fault) throw new CommandFault(fault)
}

interface Shown<Answer> {
  /** Such as `GET /merchants/{merchantId}`. Arguments fill the path, in order; the rest are fields, like the options. */
  call: string
  describe(answer: Answer, ...typed: Options[]): string
  faultIn?(answer: Answer): string | null
  /** Replaces the plain call. */
  perform?(client: OperatorClient, call: Call, ...typed: Options[]): Promise<Answer>
}

export function showCommand<Answer>(
  context: Context,
  nameAndArguments: string,
  description: string,
  { call, describe, faultIn, perform = (client, made) => client.call(...made) }: Shown<Answer>,
): Command {
  const command = callCommand(nameAndArguments, description, call)
  return command.action((...typed) => {
    const ask = (client: OperatorClient) => perform(client, callOf(call, command), ...typed)
    return show(context, command.opts(), ask, answer => describe(answer, ...typed), faultIn)
  })
}

function callOf(call: string, command: Command): Call {
  const [method = '', path = ''] = call.split(' ')
  const rest = command.registeredArguments.map((argument, i) => [argument.name(), command.processedArgs[i]])
  const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(rest.shift()?.[1]))
  const fields = { ...Object.fromEntries(rest), ...fieldsOf(command.opts()) }
  return ['GET', 'DELETE'].includes(method) ? [method, filled + query(fields)] : [method, filled, fields]
}

interface List<Item> {
  path: string
  columns: Columns<Item>
  /** The message for an empty list, such as "No payments". */
  none: string
  /** The full sentence, if "No … yet." does not fit. */
  noneAtAll?: string
}

export function listCommand<Item>(context: Context, name: string, description: string, list: List<Item>) {
  return callCommand(name, description, `GET ${list.path}`).action(options =>
    showPage(context, options, list),
  )
}

async function showPage<Item>(
  context: Context,
  options: Options,
  { path, columns, none, noneAtAll = `${none} yet.` }: List<Item>,
): Promise<void> {
  const client = createOperatorClient(context, options)
  const { limit, cursor } = options
  const fields = fieldsOf(options)
  const pageAt = (position?: string) =>
    client.call<Page<Item>>('GET', path + query({ limit, cursor: position, ...fields }))
  let page = await pageAt(cursor)
  // The service scans a limited number at a time, so a page without a match may not be the last one.
  while (page.data.length === 0 && page.nextCursor !== null) page = await pageAt(page.nextCursor)
  const { merchantId } = fields
  if (page.data.length === 0 && merchantId) await client.call('GET', at`/merchants/${merchantId}`)
  if (options.json) return context.print(JSON.stringify(page, null, 2))
  const isFiltered = cursor !== undefined || Object.keys(fields).length > 0
  if (page.data.length === 0) return context.print(isFiltered ? `${none} match.` : noneAtAll)
  const text = tableOf(columns, page.data)
  context.print(page.nextCursor ? `${text}\n\nmore: --cursor ${page.nextCursor}` : text)
}

/** All pages of a list as one. */
export async function everyPage<Whole extends Page<unknown>>(
  client: OperatorClient,
  path: string,
  filter: Fields = {},
): Promise<Whole> {
  const data: unknown[] = []
  for (let fields: Fields = { limit: 100, ...filter }; ; ) {
    const page = await client.call<Whole>('GET', path + query(fields))
    data.push(...page.data)
    if (page.nextCursor === null) return { ...page, data }
    fields = { ...fields, cursor: page.nextCursor }
  }
}

export async function everyItem<Item>(client: OperatorClient, path: string, filter?: Fields) {
  return (await everyPage<Page<Item>>(client, path, filter)).data
}

/** Builds a path, and encodes the user input in it. */
export function at(path: TemplateStringsArray, ...typed: (string | number)[]): string {
  return String.raw({ raw: path }, ...typed.map(encodeURIComponent))
}

export function query(params: Fields): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value !== undefined) search.set(name, `${value}`)
  return search.size === 0 ? '' : `?${search}`
}
