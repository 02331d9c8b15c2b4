import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { minuteOf } from './days.ts'
import { NativeSelect, type NativeSelectProps, TextInput, type TextInputProps } from './fields.tsx'
import classes from './filters.module.css'
import { SettingsIcon } from './icons.tsx'
import { Menu, MenuItem } from './menu.tsx'
import { withoutSecret } from './secrets.ts'

interface Optional {
  name: string
  isActive: boolean
  fields: ReactNode
  /** Applies the filter as soon as it is added. */
  onAdd?: () => void
}

interface FiltersProps {
  children: ReactNode
  /** Filters that appear once they are added or in use. */
  more?: readonly Optional[]
  /** Undefined when nothing is filtered. */
  onClear: (() => void) | undefined
}

/** The fields that filter a list. On a narrow screen, they are collapsed at first. */
export function Filters({ children, more = [], onClear }: FiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const [added, setAdded] = useState<readonly string[]>([])
  const isShown = ({ name, isActive }: Optional) => isActive || added.includes(name)
  const others = more.filter(filter => !isShown(filter))
  return (
    <>
      <div className={classes.toggle}>
        <Button
          variant="subtle"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          leftSection={<SettingsIcon />}
        >
          {onClear ? 'Filters in use' : 'Filters'}
        </Button>
      </div>
      <div className={classes.filters} data-open={isOpen || undefined}>
        {children}
        {more.filter(isShown).map(({ fields }) => fields)}
        {others.length > 0 && (
          <Menu variant="subtle" label="Add filter">
            {others.map(({ name, onAdd }) => (
              <MenuItem
                key={name}
                onClick={() => {
                  setAdded([...added, name])
                  onAdd?.()
                }}
              >
                {name}
              </MenuItem>
            ))}
          </Menu>
        )}
        {(onClear || added.length > 0) && (
          <Button
            variant="subtle"
            onClick={() => {
              setAdded([])
              onClear?.()
            }}
          >
            Clear filters
          </Button>
        )}
      </div>
    </>
  )
}

interface TextFilterProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Filters once the typing pauses. */
export function TextFilter({ value = '', onChange, ...props }: TextFilterProps) {
  const [text, setText] = useState(value)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setText(value), [value])
  useEffect(() => () => clearTimeout(pause.current), [])
  return (
    <TextInput
      {...props}
      value={text}
      onChange={event => {
        const typed = withoutSecret(event.currentTarget.value)
        setText(typed)
        clearTimeout(pause.current)
        pause.current = setTimeout(() => onChange(typed.trim() || undefined), 300)
      }}
    />
  )
}

interface DayFilterProps {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** A link may name an exact moment: then the field shows the minute, too. */
export function DayFilter({ label, value = '', onChange }: DayFilterProps) {
  const isMoment = value.includes('T')
  return (
    <TextInput
      type={isMoment ? 'datetime-local' : 'date'}
      max={isMoment ? '9999-12-31T23:59' : '9999-12-31'}
      className={isMoment ? classes.moment : undefined}
      label={label}
      value={isMoment ? minuteOf(value) : value}
      onChange={({ currentTarget: { value } }) =>
        onChange(value && isMoment ? new Date(value).toISOString() : value || undefined)
      }
    />
  )
}

export interface SelectFilterProps<Value extends string>
  extends Omit<NativeSelectProps, 'value' | 'onChange' | 'data'> {
  value: Value | undefined
  onChange: (value: Value | undefined) => void
  choices: readonly { value: Value; label: string }[]
  /** The label of the empty choice; null if a choice is required. */
  none?: string | null
}

export function SelectFilter<Value extends string>(props: SelectFilterProps<Value>) {
  const { value, onChange, choices, none = 'All', ...others } = props
  return (
    <NativeSelect
      {...others}
      value={value ?? ''}
      onChange={event => onChange(choices.find(({ value }) => value === event.currentTarget.value)?.value)}
      data={[...(none === null ? [] : [{ value: '', label: none }]), ...choices]}
    />
  )
}
