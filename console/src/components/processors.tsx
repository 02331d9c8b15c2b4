import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useSignedIn } from '../session/session.ts'

interface ProcessorFilterProps extends Omit<NativeSelectProps, 'value' | 'onChange' | 'data'> {
  value: string | undefined
  onChange: (processor: string | undefined) => void
}

/** Chooses a processor, where there are several. */
export function ProcessorFilter({ value, onChange, ...props }: ProcessorFilterProps) {
  const { processors } = useSignedIn()
  if (processors.length < 2) return null
  return (
    <NativeSelect
      label="Processor"
      maw="14rem"
      {...props}
      value={value ?? ''}
      onChange={event => onChange(event.currentTarget.value || undefined)}
      data={[{ value: '', label: 'All processors' }, ...processors]}
    />
  )
}
