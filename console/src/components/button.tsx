import type { ButtonHTMLAttributes, ReactNode } from 'react'
import classes from './button.module.css'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'default' | 'filled' | 'subtle'
  color?: 'teal' | 'red'
  size?: 'xs' | 'sm' | 'md'
  leftSection?: ReactNode
  /** Disabled, and shows that something is in progress. */
  loading?: boolean
}

export function Button(props: ButtonProps) {
  const { variant = 'default', color, size = 'sm', leftSection, loading = false, ...others } = props
  return (
    <button
      type="button"
      {...others}
      className={`${classes.button} ${props.className ?? ''}`}
      disabled={props.disabled || loading}
      data-variant={variant}
      data-danger={color === 'red' || undefined}
      data-size={size}
      data-loading={loading || undefined}
      data-left={leftSection ? true : undefined}
    >
      {leftSection && <span className={classes.left}>{leftSection}</span>}
      <span className={classes.label}>{props.children}</span>
    </button>
  )
}

interface DownloadLinkProps {
  /** The file's address at the service. The service also gives the file its name. */
  href: string
  leftSection: ReactNode
  children: ReactNode
}

/** A link that looks like a button. */
export function DownloadLink({ href, leftSection, children }: DownloadLinkProps) {
  return (
    <a href={href} download className={classes.button} data-variant="default" data-size="sm" data-left>
      <span className={classes.left}>{leftSection}</span>
      <span className={classes.label}>{children}</span>
    </a>
  )
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  'aria-label': string
  /** Small inside a field or a dialog, tiny beside text. */
  size?: 'sm' | 'xs'
}

/** A button that shows only an icon; `aria-label` says what it does. */
export function IconButton({ size, ...props }: IconButtonProps) {
  return <button type="button" {...props} className={classes.icon} data-size={size} />
}
