import type { ReactNode } from 'react'
import classes from './card.module.css'

interface CardProps {
  title?: string
  /** Shown to the right of the title. */
  aside?: ReactNode
  /** Without padding, for a table that reaches the edges. */
  flush?: boolean
  children: ReactNode
}

export function Card({ title, aside, flush = false, children }: CardProps) {
  return (
    <section className={classes.card} data-flush={flush || undefined} aria-label={title}>
      {title && (
        <header className={classes.header}>
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  )
}

/** Name and value, one pair per line. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
