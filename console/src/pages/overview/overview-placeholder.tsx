import { Skeleton } from '@mantine/core'
import classes from './overview-page.module.css'

/** As tall as what will stand there. */
export function OverviewPlaceholder() {
  return (
    <>
      <Skeleton height="7rem" radius="lg" />
      <Skeleton height="26rem" radius="lg" />
      <div className={classes.pair}>
        <Skeleton height="22rem" radius="lg" />
        <Skeleton height="22rem" radius="lg" />
      </div>
    </>
  )
}
