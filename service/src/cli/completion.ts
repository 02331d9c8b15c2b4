import { Argument, Command, type Option } from 'commander'
import type { Context } from './context.ts'

/** The scripts call `svcpay complete` with the words typed so far, so they never go out of date. */
const scripts: Record<string, string> = {
  bash: `_svcpay() {
  local IFS=$'\\n'
  COMPREPLY=($(svcpay complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  if [[ \${COMPREPLY[0]} == *[/=] ]]; then compopt -o nospace; fi
}
complete -o default -F _svcpay svcpay`,
  zsh: `#compdef svcpay
_svcpay() {
  local -a found
  found=("\${(@f)$(svcpay complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ \${found[1]} == *[/=] ]]; then compadd -S '' -a found; else compadd -a found; fi
}
compdef _svcpay svcpay`,
  fish: `complete -c svcpay -f -a '(svcpay complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
}

const help = `
Load it in your shell:
  bash  source <(svcpay completion bash)   in ~/.bashrc
  zsh   source <(svcpay completion zsh)    in ~/.zshrc
  fish  svcpay completion fish | source    in ~/.config/fish/config.fish

It completes the svcpay command, so svcpay must be in your PATH.`

type Completer = (words: string[], typed: string) => string[]

export function completionCommands(context: Context, root: Command, completers: Record<string, Completer>) {
  const completion = new Command('completion')
    .description('print a completion script for your shell')
    .addArgument(new Argument('<shell>').choices(Object.keys(scripts)))
    .addHelpText('after', help)
    .action((shell: string) => context.print(scripts[shell] ?? ''))
  const complete = new Command('complete').argument('[words...]').action((words: string[]) => {
    const candidates = candidatesFor(root, words, completers)
    if (candidates.length > 0) context.print(candidates.join('\n'))
  })
  return { completion, complete }
}

function candidatesFor(root: Command, words: string[], completers: Record<string, Completer>): string[] {
  const typed = words.at(-1) ?? ''
  let command = root
  let given: string[] = []
  let option: Option | undefined
  for (const word of words.slice(0, -1)) {
    const child = command.commands.find(one => one.name() === word || one.aliases().includes(word))
    if (child) {
      command = child
      given = []
    } else if (!word.startsWith('-') && !option) given.push(word)
    option = command.options.find(
      ({ long, short, required, optional }) => [long, short].includes(word) && (required || optional),
    )
  }
  const { argChoices = [] } = option ?? command.registeredArguments[given.length] ?? {}
  const commands = command.createHelp().visibleCommands(command)
  const others = option
    ? []
    : [
        ...commands.map(one => one.name()),
        ...(completers[command.name()]?.(given, typed) ?? []),
        ...(typed.startsWith('-') ? command.options.map(one => one.long ?? '') : []),
      ]
  return [...argChoices, ...others].filter(candidate => candidate.startsWith(typed) && candidate !== '')
}
