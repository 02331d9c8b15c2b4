import { Argument, Command, type Option } from 'commander'
import type { Context } from './context.ts'

/** The shells ask `svcpay complete` with what is typed so far, so that they always know the commands there are. */
const scripts: Record<string, string> = {
  bash: `_svcpay() {
  local IFS=$'\\n'
  COMPREPLY=($(svcpay complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _svcpay svcpay`,
  zsh: `#compdef svcpay
_svcpay() {
  local -a found
  found=("\${(@f)$(svcpay complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a found
}
compdef _svcpay svcpay`,
  fish: `complete -c svcpay -f -a '(svcpay complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
}

const help = `
Load it in your shell:
  bash  source <(svcpay completion bash)   in ~/.bashrc
  zsh   source <(svcpay completion zsh)    in ~/.zshrc
  fish  svcpay completion fish | source    in ~/.config/fish/config.fish

It completes the command svcpay, so svcpay has to be in your PATH.`

export function completionCommands(context: Context, root: Command) {
  const completion = new Command('completion')
    .description('print a completion script for your shell')
    .addArgument(new Argument('<shell>').choices(Object.keys(scripts)))
    .addHelpText('after', help)
    .action((shell: string) => context.print(scripts[shell] ?? ''))
  const complete = new Command('complete').argument('[words...]').action((words: string[]) => {
    const candidates = candidatesFor(root, words)
    if (candidates.length > 0) context.print(candidates.join('\n'))
  })
  return { completion, complete }
}

/** What the last of the words may become. */
function candidatesFor(root: Command, words: string[]): string[] {
  const typed = words.at(-1) ?? ''
  let command = root
  let position = 0
  let option: Option | undefined
  for (const word of words.slice(0, -1)) {
    const child = command.commands.find(one => one.name() === word || one.aliases().includes(word))
    if (child) {
      command = child
      position = 0
    } else if (!word.startsWith('-') && !option) position++
    option = command.options.find(
      ({ long, short, required, optional }) => [long, short].includes(word) && (required || optional),
    )
  }
  const { argChoices = [] } = option ?? command.registeredArguments[position] ?? {}
  const candidates = option
    ? argChoices
    : [
        ...command
          .createHelp()
          .visibleCommands(command)
          .map(one => one.name()),
        ...argChoices,
        ...(typed.startsWith('-') ? command.options.map(one => one.long ?? '') : []),
      ]
  return candidates.filter(candidate => candidate.startsWith(typed) && candidate !== '')
}
