import { Skeleton } from '@mantine/core'
import classes from './action-list.module.css'

const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export function PlaceholderLines() {
  return (
    <div className={classes.actions} aria-busy="true">
      {lines.map(line => (
        <div key={line} className={classes.placeholder}>
          <Skeleton height="0.9rem" width="60%" />
        </div>
      ))}
    </div>
  )
}
