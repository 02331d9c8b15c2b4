import classes from './skeleton.module.css'

interface SkeletonProps {
  height: string
  width?: string
  /** As round as a card. */
  radius?: 'lg'
  /** Within a line of text. */
  isInline?: boolean
}

/** A grey place for what is still loading, so that nothing jumps when it comes. */
export function Skeleton({ height, width = '100%', radius, isInline = false }: SkeletonProps) {
  return (
    <span
      className={classes.skeleton}
      style={{ height, width }}
      data-radius={radius}
      data-inline={isInline || undefined}
    />
  )
}
