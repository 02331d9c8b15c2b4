import { Fragment } from 'react'
import type { Command } from '../api/command.ts'
import { useSignedIn } from '../session/session.ts'
import { useCopy } from './copyable.tsx'
import { TerminalIcon } from './icons.tsx'
import { Menu, MenuItem } from './menu.tsx'

/** The text, quoted for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const quotedIfNeeded = (text: string) => (/^[\w.:/-]*$/.test(text) ? text : quoted(text))

/** The command reads the operator's token from the environment; it is never shown. */
function curlOf({ method, path, body, note, isKeyed }: Command): string {
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(location.origin + path)}`,
    '-H "Authorization: Bearer $SVC_OPERATOR_TOKEN"',
    ...(isKeyed ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(note ? [`-H ${quoted(`Svc-Actor: ${note}`)}`] : []),
    ...(body ? ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`] : []),
  ]
  return lines.join(' \\\n  ')
}

/**
 * The call as a command line for this instance. The CLI knows the type of each field, and keeps the key of a call that
 * moves money.
 */
function cliOf({ method, path, params, body, note }: Command): string {
  const [place = ''] = path.replace('/admin/v1', '').split('?')
  const fields = Object.entries({ ...params.query, ...body }).filter(([, value]) => value !== undefined)
  const words = fields.map(([name, value]) => {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return `${name}=${quotedIfNeeded(text)}`
  })
  const actor = note ? [`--actor ${quoted(note)}`] : []
  const url = `--url ${quotedIfNeeded(location.origin)}`
  return ['npx svcpay api', method, place, ...words, ...actor, url].join(' ')
}

/** The same action for a terminal, for people with an operator's token. Hidden in portals. */
export function CopyAs({ command }: { command: Command }) {
  return <CopyOneAs choices={[['Copy', command]]} />
}

/** For actions that share the menu; each begins with its name, such as "Last 31 days". */
export function CopyOneAs({ choices }: { choices: readonly (readonly [name: string, command: Command])[] }) {
  const { kind } = useSignedIn()
  if (kind === 'portal') return null
  return (
    <Menu variant="subtle" size="xs" leftSection={<TerminalIcon />} label="Copy as">
      {choices.map(([name, command]) => (
        <Fragment key={name}>
          <CopyItem label={`${name} as curl`} text={curlOf(command)} />
          <CopyItem label={`${name} as CLI`} text={cliOf(command)} />
        </Fragment>
      ))}
    </Menu>
  )
}

function CopyItem({ label, text }: { label: string; text: string }) {
  const { copied, copy } = useCopy(text)
  return (
    <MenuItem onClick={copy} stays>
      {copied ? 'Copied' : label}
    </MenuItem>
  )
}
