import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
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
