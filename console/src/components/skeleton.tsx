import classes from './skeleton.module.css'

interface SkeletonProps {
  height: string
  width?: string
  /** With the corners of a card. */
  radius?: 'lg'
  /** Within a line of text. */
  isInline?: boolean
}

/** A gray placeholder for loading content, so that nothing jumps when it arrives. */
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
