import type { ReactNode } from 'react'

/**
 * Stands in for react-remove-scroll, which Mantine's dialogs bring along: it writes a <style> element, which the
 * content security policy refuses. A rule of base.css stops the page from scrolling instead.
 */
export function RemoveScroll({ children }: { children: ReactNode }) {
  return children
}

const unused = undefined
RemoveScroll.classNames = { fullWidth: unused, zeroRight: unused }
