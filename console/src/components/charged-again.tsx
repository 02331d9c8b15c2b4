import classes from './charged-again.module.css'

/** Marks an order that was charged several times. */
export function ChargedAgain({ count }: { count: number | null | undefined }) {
  return (count ?? 0) > 1 && <span className={classes.again}>charged {count} times</span>
}
