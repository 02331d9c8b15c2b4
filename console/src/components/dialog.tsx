import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './button.tsx'
import classes from './dialog.module.css'
import { CloseIcon } from './icons.tsx'

interface DialogProps {
  /**
   * Called when somebody closes it: by its button, the Escape key, or a click outside. Without it, the dialog cannot be
   * closed.
   */
  onClose?: () => void
  title: string
  size?: 'md' | 'lg'
  /** At the left edge, from top to bottom. */
  isAtSide?: boolean
  /** Covers the page completely. */
  hidesPage?: boolean
  children: ReactNode
}

/** The card from which each dialog was opened. */
const cards = new WeakMap<Element, HTMLElement | null | undefined>()

/** If the focused button is gone, Tab continues from its card. */
function focusOn(card: HTMLElement): void {
  card.tabIndex = -1
  card.focus()
}

/**
 * A modal dialog, open while it is mounted. The browser blocks the page, and restores the focus when the dialog closes.
 */
export function Dialog({ onClose, title, size, isAtSide, hidesPage, children }: DialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    // A dialog that follows another was opened from the same card.
    const before = [...document.querySelectorAll('dialog[open]')].at(-1)
    const card = before ? cards.get(before) : document.activeElement?.closest('section')
    cards.set(element, card)
    const { clientWidth, style } = document.documentElement
    if (!before) style.setProperty('--scroll-bar', `${innerWidth - clientWidth}px`)
    element.showModal()
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      element.close()
      const focused = document.activeElement
      const isLost = focused === document.body || element.contains(focused)
      if (card && isLost && !document.querySelector('dialog[open]')) focusOn(card)
    }
  }, [])
  // Mounted outside the page, to avoid its styles.
  return createPortal(
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      data-size={size}
      data-side={isAtSide || undefined}
      data-hides-page={hidesPage || undefined}
      onCancel={event => {
        event.preventDefault()
        onClose?.()
      }}
      // Handles Escape before the browser, which would close the dialog at the second press regardless. An open menu
      // closes first.
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.currentTarget.querySelector(':popover-open')) return
        event.preventDefault()
        onClose?.()
      }}
      // A click outside the dialog hits the element itself, a click inside hits its children.
      onMouseDown={event => event.target === event.currentTarget && onClose?.()}
    >
      <div className={classes.content}>
        <header className={classes.header}>
          <h2 id={titleId}>{title}</h2>
          {onClose && (
            <IconButton size="sm" aria-label="Close" onClick={onClose}>
              <CloseIcon />
            </IconButton>
          )}
        </header>
        {children}
      </div>
    </dialog>,
    document.body,
  )
}
