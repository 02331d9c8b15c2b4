import { Command, InvalidArgumentError } from 'commander'
import type { Page } from './answers.ts'
import type { Context } from './context.ts'
import { createOperatorClient, type OperatorClient } from './operator-client.ts'
import { type Cell, table } from './output.ts'

/** What every operator command can be given. */
export interface CommonOptions {
  json?: boolean
  url?: string
  token?: string
  actor?: string
}

export interface PageOptions extends CommonOptions {
  limit?: number
  cursor?: string
}

export function integer(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

function note(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '' || [...trimmed].length > 200 || /[\p{Cc}\p{Cs}]/u.test(trimmed)) {
    throw new InvalidArgumentError('It must be one line of 1 to 200 characters.')
  }
  return trimmed
}

/** Options every operator command has. */
export function operatorCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--json', 'print the answer as JSON')
    .option('--url <url>', 'address of svcpay (default: the instance that runs on the data dir)')
    .option('--token <token>', 'operator token (default: SVC_OPERATOR_TOKEN, or the one in the data dir)')
    .option('--actor <note>', 'a note for the audit log (default: the name of your account)', note)
}

export function pagedCommand(name: string, description: string): Command {
  return operatorCommand(name, description)
    .option('--limit <n>', 'how many, 1 to 100 (default: 20)', integer)
    .option('--cursor <cursor>', 'the next page, as printed at the end of a page')
}

/** Asks, and prints the answer for a program or for a person. */
export async function show<Answer>(
  context: Context,
  options: CommonOptions,
  ask: (client: OperatorClient) => Promise<Answer>,
  describe: (answer: Answer) => string,
): Promise<Answer> {
  const answer = await ask(createOperatorClient(context, options))
  context.print(options.json ? JSON.stringify(answer, null, 2) : describe(answer))
  return answer
}

export interface List<Item> {
  path: string
  /** What the list is about, whatever it is filtered by. */
  always?: Record<string, string>
  filter?: Record<string, string | number | undefined>
  header: string[]
  row: (item: Item) => Cell[]
  /** Looks up what the rows need besides the page. */
  prepare?: (client: OperatorClient, page: Page<Item>) => Promise<void>
  /** What to say when there is nothing, such as "No payments". */
  none: string
  /** The same as a sentence, where "yet" would be out of place. */
  noneAtAll?: string
}

/** One page of a list as a table. An empty one says so; one of a merchant that does not exist fails. */
export async function showPage<Item>(
  context: Context,
  options: PageOptions,
  { path, always = {}, filter = {}, header, row, prepare, none, noneAtAll = `${none} yet.` }: List<Item>,
): Promise<void> {
  const client = createOperatorClient(context, options)
  const { limit, cursor } = options
  const pageAt = (position?: string) =>
    client.call<Page<Item>>('GET', `${path}${query({ limit, cursor: position, ...always, ...filter })}`)
  let page = await pageAt(cursor)
  // The service looks through so many at a time: a page without a match need not be the last one.
  while (page.data.length === 0 && page.nextCursor !== null) page = await pageAt(page.nextCursor)
  if (page.data.length === 0) await assertKnown(client, filter)
  if (options.json) return context.print(JSON.stringify(page, null, 2))
  const isFiltered = cursor !== undefined || Object.values(filter).some(value => value !== undefined)
  if (page.data.length === 0) return context.print(isFiltered ? `${none} match.` : noneAtAll)
  await prepare?.(client, page)
  const text = table(header, page.data.map(row))
  context.print(page.nextCursor ? `${text}\n\nmore: --cursor ${page.nextCursor}` : text)
}

async function assertKnown(
  client: OperatorClient,
  { merchantId, paymentId }: Record<string, string | number | undefined>,
): Promise<void> {
  if (merchantId) await client.call('GET', `/merchants/${encodeURIComponent(merchantId)}`)
  if (paymentId) await client.call('GET', `/payments/${encodeURIComponent(paymentId)}`)
}

export function query(params: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value !== undefined) search.set(name, `${value}`)
  return search.size === 0 ? '' : `?${search}`
}
