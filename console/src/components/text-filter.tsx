import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'

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
