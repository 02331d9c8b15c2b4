import type { ReactNode } from 'react'
import classes from './figures.module.css'
import { Skeleton } from './skeleton.tsx'

export interface Figure {
  name: string
  /** Undefined while loading. */
  value: ReactNode | undefined
  note?: ReactNode
  tone?: 'bad' | 'good'
}

/** A strip of related figures. */
export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <dl className={classes.figures} aria-label={label}>
      {figures.map(({ name, value, note, tone }) => (
        <div key={name} data-tone={tone}>
          <dt>{name}</dt>
          <dd>{value === undefined ? <Skeleton height="1.2rem" width="4rem" /> : value}</dd>
          {note && <dd className={classes.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
