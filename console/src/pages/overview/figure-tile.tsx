import { Link } from '@tanstack/react-router'
import type { PaymentFilters } from '../payments/route.ts'
import classes from './figure-tile.module.css'

interface FigureTileProps {
  name: string
  value: string
  note: string
  /** Which payments are behind the figure. */
  filters: PaymentFilters
}

/** A figure that leads to what it counts. */
export function FigureTile({ name, value, note, filters }: FigureTileProps) {
  return (
    <Link to="/payments" search={filters} className={classes.tile}>
      <span className={classes.name}>{name}</span>
      <span className={classes.value}>{value}</span>
      <span className={classes.note}>{note}</span>
    </Link>
  )
}
