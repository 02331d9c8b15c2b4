import { useSignedIn } from '../session/session.ts'
import classes from './filters.module.css'
import { SelectFilter, type SelectFilterProps } from './filters.tsx'

/** Chooses a processor if there are several. */
export function ProcessorFilter(props: Omit<SelectFilterProps<string>, 'choices'>) {
  const { processors } = useSignedIn()
  if (processors.length < 2) return null
  const choices = processors.map(name => ({ value: name, label: name }))
  return (
    <SelectFilter
      label="Processor"
      className={classes.short}
      none="All processors"
      {...props}
      choices={choices}
    />
  )
}
