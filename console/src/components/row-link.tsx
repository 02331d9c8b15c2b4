import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import classes from './row-link.module.css'

/** The link of a table's row: it covers all of the row, and the keys j and k find it. */
export const RowLink = createLink(
  ({ ref, ...props }: AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }) => (
    <a {...props} ref={ref} data-row-link className={classes.link}>
      {props.children}
    </a>
  ),
)
