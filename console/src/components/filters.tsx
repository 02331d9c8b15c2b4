import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './filters.module.css'
import { SettingsIcon } from './icons.tsx'

interface FiltersProps {
  children: ReactNode
  /** Undefined when nothing is filtered. */
  onClear: (() => void) | undefined
}

/** A row of fields that narrow a list down; on a narrow screen they are folded away at first. */
export function Filters({ children, onClear }: FiltersProps) {
  const [isOpen, setOpen] = useState(onClear !== undefined)
  return (
    <>
      <div className={classes.toggle}>
        <Button
          variant="subtle"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          leftSection={<SettingsIcon />}
        >
          Filters
        </Button>
      </div>
      <div className={classes.filters} data-open={isOpen || undefined}>
        {children}
        <Button
          variant="subtle"
          onClick={onClear}
          className={classes.clear}
          data-idle={!onClear || undefined}
        >
          Clear filters
        </Button>
      </div>
    </>
  )
}

interface TextFilterProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** A field that filters once the typing pauses. */
export function TextFilter({ value = '', onChange, ...props }: TextFilterProps) {
  const [text, setText] = useState(value)
  const report = useDebouncedCallback((typed: string) => onChange(typed.trim() || undefined), 300)
  useEffect(() => setText(value), [value])
  return (
    <TextInput
      {...props}
      value={text}
      onChange={event => {
        setText(event.currentTarget.value)
        report(event.currentTarget.value)
      }}
    />
  )
}
