import { type ComponentPropsWithRef, type CSSProperties, type ReactNode, useId, useState } from 'react'
import { IconButton } from './button.tsx'
import classes from './fields.module.css'
import { EyeIcon } from './icons.tsx'

interface FieldProps {
  label?: ReactNode
  description?: ReactNode
  /** The error to show; `true` only marks the field. */
  error?: ReactNode
  leftSection?: ReactNode
  rightSection?: ReactNode
  rightSectionWidth?: string
  /** The class of the whole field, including its label. */
  className?: string
  size?: 'xs' | 'sm'
}

type Named<Tag extends 'input' | 'select'> = Omit<ComponentPropsWithRef<Tag>, 'size'> & FieldProps

/** A field's texts, and the attributes that link its element to them. */
function useField<Tag extends 'input' | 'select'>(props: Named<Tag>) {
  const {
    label,
    description,
    error,
    leftSection,
    rightSection,
    rightSectionWidth,
    className,
    size,
    ...rest
  } = props
  const ownId = useId()
  const id = rest.id ?? ownId
  const errorId = error && error !== true && `${id}-error`
  const descriptionId = description && `${id}-description`
  return {
    element: {
      ...rest,
      id,
      className: classes.input,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': [errorId, descriptionId].filter(Boolean).join(' ') || undefined,
    },
    around: (element: ReactNode) => (
      <div className={className ? `${classes.field} ${className}` : classes.field} data-size={size}>
        {label && (
          <label className={classes.label} htmlFor={id}>
            {label}
          </label>
        )}
        {descriptionId && (
          <p id={descriptionId} className={classes.description}>
            {description}
          </p>
        )}
        <div
          className={classes.box}
          data-left={leftSection ? true : undefined}
          data-error={error ? true : undefined}
          style={
            rightSection ? ({ '--right': rightSectionWidth ?? 'var(--square)' } as CSSProperties) : undefined
          }
        >
          {leftSection && <span className={classes.left}>{leftSection}</span>}
          {element}
          {rightSection && <span className={classes.right}>{rightSection}</span>}
        </div>
        {errorId && (
          <p id={errorId} className={classes.error}>
            {error}
          </p>
        )}
      </div>
    ),
  }
}

export type TextInputProps = Named<'input'>

export function TextInput(props: TextInputProps) {
  const { element, around } = useField<'input'>(props)
  return around(<input type="text" {...element} />)
}

export interface NativeSelectProps extends Named<'select'> {
  data: readonly (string | { value: string; label: string; disabled?: boolean })[]
}

export function NativeSelect({ data, ...props }: NativeSelectProps) {
  const { element, around } = useField<'select'>({ rightSection: chevrons, ...props })
  return around(
    <select {...element}>
      {data.map(choice => {
        const option = typeof choice === 'string' ? { value: choice, label: choice } : choice
        return (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        )
      })}
    </select>,
  )
}

export function PasswordInput(props: Omit<TextInputProps, 'type' | 'rightSection'>) {
  const [isShown, setShown] = useState(false)
  const toggle = (
    <IconButton
      size="sm"
      aria-label="Show what I type"
      aria-pressed={isShown}
      onClick={() => setShown(!isShown)}
    >
      <EyeIcon />
    </IconButton>
  )
  return <TextInput {...props} type={isShown ? 'text' : 'password'} rightSection={toggle} />
}

type CheckboxProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'size'> &
  Pick<FieldProps, 'label' | 'description' | 'className'>

export function Checkbox({ label, description, className = '', ...props }: CheckboxProps) {
  const id = useId()
  const descriptionId = description ? `${id}-description` : undefined
  return (
    <div className={`${classes.choice} ${className}`}>
      <input type="checkbox" {...props} id={id} className={classes.check} aria-describedby={descriptionId} />
      <div>
        <label htmlFor={id}>{label}</label>
        {description && (
          <p id={descriptionId} className={classes.description}>
            {description}
          </p>
        )}
      </div>
    </div>
  )
}

const chevrons = (
  <svg
    viewBox="0 0 15 15"
    fill="none"
    stroke="currentColor"
    strokeWidth="0.9"
    strokeLinecap="round"
    aria-hidden
  >
    <path d="M5.25 5.75 7.5 3.5l2.25 2.25M5.25 9.25l2.25 2.25 2.25-2.25" strokeLinejoin="round" />
  </svg>
)
