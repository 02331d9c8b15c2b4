import { CopyButton } from '@mantine/core'
import classes from './copyable.module.css'
import { CheckIcon, CopyIcon } from './icons.tsx'

export function CopyIconButton({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <button
          type="button"
          className={classes.copy}
          aria-label={copied ? 'Copied' : label}
          title={copied ? 'Copied' : label}
          onClick={copy}
        >
          {copied ? <CheckIcon /> : <CopyIcon />}
        </button>
      )}
    </CopyButton>
  )
}

/** Such as `svcpay_…a1b2c3`. */
function shortId(id: string): string {
  const prefix = id.includes('_') ? id.slice(0, id.lastIndexOf('_') + 1) : ''
  return id.length - prefix.length > 12 ? `${prefix}…${id.slice(-6)}` : id
}

/** An id with a button that copies it in full. */
export function CopyableId({ id, short = false }: { id: string; short?: boolean }) {
  return (
    <span className={classes.id}>
      <code title={short ? id : undefined}>{short ? shortId(id) : id}</code>
      <CopyIconButton value={id} label={`Copy ${id}`} />
    </span>
  )
}
