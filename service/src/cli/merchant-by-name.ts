import type { Command } from 'commander'
import type { Merchant } from './answers.ts'
import { CommandFault, type Context } from './context.ts'
import { createOperatorClient } from './operator-client.ts'
import { everyItem } from './operator-command.ts'

/** Lets commands accept a merchant's name in place of its id, if the name is unique. */
export async function findNamedMerchant(context: Context, command: Command): Promise<void> {
  const { registeredArguments, processedArgs } = command
  const idOf = (text: string) => findByName(context, command.opts(), text)
  for (const [place, argument] of registeredArguments.entries()) {
    const typed: string | undefined = processedArgs[place]
    if (argument.name() === 'merchantId' && isName(typed)) processedArgs[place] = await idOf(typed)
  }
  for (const option of command.options) {
    const typed: string | undefined = command.getOptionValue(option.attributeName())
    if (option.flags.endsWith('<merchantId>') && isName(typed))
      command.setOptionValue(option.attributeName(), await idOf(typed))
  }
}

const isName = (typed: string | undefined): typed is string => typed !== undefined && !/^mer_/.test(typed)

async function findByName(context: Context, options: object, name: string): Promise<string> {
  const client = createOperatorClient(context, options)
  const similar = await everyItem<Merchant>(client, '/merchants', { search: name })
  const named = similar.filter(one => one.name.toLowerCase() === name.toLowerCase())
  const [found, ...others] = named.map(({ merchantId }) => merchantId)
  if (!found)
    throw new CommandFault(
      `No merchant is called “${name}”. Look for it with svcpay merchants list --search ${name}.`,
    )
  if (others.length === 0) return found
  const ids = [found, ...others].join(', ')
  throw new CommandFault(`Several merchants are called “${name}”: ${ids}. Pass one of these ids.`)
}
