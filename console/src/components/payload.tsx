import { visible } from '../api/visible.ts'
import { CopyIconButton } from './copyable.tsx'
import classes from './payload.module.css'

const secretNames = /secret|token|password|api_?key|authorization|card_?number|cvc/i
const secretValues = /\b(sk|rk|whsec|svc_live|svc_op)_[A-Za-z0-9_]{6,}/g

/** Masks secrets, by their form or by the name of their field. */
function masked(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    return secretNames.test(name) ? '••••••' : value.replace(secretValues, '$1_••••••')
  }
  if (Array.isArray(value)) return value.map(item => masked(item, name))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item, key)]))
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(masked(value), null, 2)
  try {
    return JSON.stringify(masked(JSON.parse(value)), null, 2)
  } catch {
    return String(masked(value))
  }
}

/** JSON or text as received, to read and copy. */
export function Payload({ value, label }: { value: unknown; label: string }) {
  const text = visible(textOf(value))
  return (
    <figure className={classes.payload}>
      <figcaption>
        {label}
        <CopyIconButton value={text} label={`Copy ${label.toLowerCase()}`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre tabIndex={0}>{text === '' ? '(empty)' : text}</pre>
    </figure>
  )
}
