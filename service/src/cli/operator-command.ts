import { Command, InvalidArgumentError } from 'commander'
import type { Context } from './context.ts'

export function integer(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** Options every operator command has. */
export function operatorCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--json', 'print the answer as JSON')
    .option('--url <url>', 'where svcpay answers (default: from HOST and PORT)')
    .option('--token <token>', 'your operator token (default: SVC_OPERATOR_TOKEN, or that of the data dir)')
}

export function pagedCommand(name: string, description: string): Command {
  return operatorCommand(name, description)
    .option('--limit <n>', 'how many (1 to 100)', integer)
    .option('--cursor <cursor>', 'the next page, as printed by the one before')
}

export function query(params: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value !== undefined) search.set(name, `${value}`)
  return search.size === 0 ? '' : `?${search}`
}

export function printPage(context: Context, text: string, nextCursor: string | null): void {
  context.print(nextCursor ? `${text}\n\nmore: --cursor ${nextCursor}` : text)
}
