import { join } from 'node:path'
import { stateDirOf } from './access.ts'
import { CommandFault, type Context } from './context.ts'
import { type ActingCommand, beginCommand, type CommandRun } from './open-commands.ts'
import { CallFault, type OperatorClient } from './operator-client.ts'

/** Refusals that come after the key was looked up, so they say what became of an earlier try with it. */
const decisive = new Set(['invalid_request', 'invalid_state', 'idempotency_conflict', 'no_connected_account'])

/** Sends a command that moves money. If the answer is lost, typing it again resumes it under the same key. */
export async function actOnce<Answer>(
  context: Context,
  client: OperatorClient,
  command: ActingCommand & { name: string },
  givenKey?: string,
): Promise<Answer> {
  const { name, ...acting } = command
  const run = begin(context, acting, givenKey)
  for (const { typed, startedAt } of run.others) {
    context.printError(
      `svcpay: The outcome of an earlier command is still unknown: ${typed} (begun at ${startedAt}). Repeat it to learn the outcome.`,
    )
  }
  const end = (outcome: Parameters<CommandRun['end']>[0]) => {
    try {
      run.end(outcome)
    } catch (error) {
      context.printError(
        `svcpay: The note of this command could not be changed (${(error as Error).message}). Its key is ${run.key}.`,
      )
    }
  }
  const interrupted = context.stopRequested.then(() => {
    throw new CallFault('Interrupted.', 'unknown')
  })
  const call = client.call<Answer>('POST', command.path, command.body, { 'idempotency-key': run.key })
  const answer = await Promise.race([call, interrupted]).catch(error => {
    const mayBeOpen = run.resumedFrom !== null || givenKey !== undefined
    const isKnown =
      error instanceof CallFault && (mayBeOpen ? decisive.has(error.code ?? '') : error.outcome !== 'unknown')
    end(isKnown ? 'nothing done' : 'unknown')
    throw isKnown ? error : unknownOutcome(error, name, run)
  })
  end('done')
  if (run.resumedFrom !== null) {
    context.printError(
      `svcpay: This finished the ${name} that began at ${run.resumedFrom} and whose outcome was unknown. It was done once. To do it again, repeat the command.`,
    )
  }
  return answer
}

function begin(context: Context, command: ActingCommand, givenKey?: string): CommandRun {
  const folder = join(stateDirOf(context), 'open-commands')
  try {
    return beginCommand(folder, command, givenKey)
  } catch (error) {
    throw new CommandFault(
      `Nothing was sent: the key of this command cannot be kept in ${folder} (${(error as Error).message}). Set XDG_STATE_HOME to a folder that you can write to.`,
    )
  }
}

function unknownOutcome(error: unknown, name: string, { resumedFrom, key }: CommandRun): unknown {
  if (!(error instanceof CommandFault)) return error
  const what =
    resumedFrom === null
      ? 'The outcome is unknown'
      : `The outcome of the ${name} that began at ${resumedFrom} is still unknown`
  return new CommandFault(
    `${error.message} ${what}: repeat the same command to learn it. It keeps its key (${key}), so it acts only once.`,
  )
}
