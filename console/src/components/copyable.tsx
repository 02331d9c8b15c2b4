import { useState } from 'react'
import { IconButton } from './button.tsx'
import classes from './copyable.module.css'
import { CheckIcon, CopyIcon } from './icons.tsx'

const saidForMs = 1_500

/** Copies text, and shows a confirmation for a moment. */
export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false)
  const sayCopied = () => {
    setCopied(true)
    setTimeout(setCopied, saidForMs, false)
  }
  // Only pages loaded over HTTPS or from this machine have a clipboard.
  return { copied, copy: () => navigator.clipboard?.writeText(text).then(sayCopied, () => {}) }
}

export function CopyIconButton({ value, label }: { value: string; label: string }) {
  const { copied, copy } = useCopy(value)
  return (
    <IconButton
      size="xs"
      aria-label={copied ? 'Copied' : label}
      title={copied ? 'Copied' : label}
      onClick={copy}
    >
      {copied ? <CheckIcon /> : <CopyIcon />}
    </IconButton>
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
