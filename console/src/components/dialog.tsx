import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './button.tsx'
import classes from './dialog.module.css'
import { CloseIcon } from './icons.tsx'

interface DialogProps {
  /** Somebody wants to close it: by its button, the Escape key, or a click beside it. Without it, nobody can. */
  onClose?: () => void
  title: string
  size?: 'md' | 'lg'
  /** At the left edge, from top to bottom. */
  isAtSide?: boolean
  /** Nothing of the page can be seen behind it. */
  hidesPage?: boolean
  children: ReactNode
}

/** Where each was opened. */
const cards = new WeakMap<Element, HTMLElement | null | undefined>()

/** For when the button that had the focus has gone: Tab goes on from its card. */
function focusOn(card: HTMLElement): void {
  card.tabIndex = -1
  card.focus()
}

/**
 * Above the page, which cannot be used until it closes; then the focus is back where it was. The browser sees to both.
 * It is open as long as it is there.
 */
export function Dialog({ onClose, title, size, isAtSide, hidesPage, children }: DialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    // One that follows another was opened from the same card.
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
  // Outside the page, whose styles it would inherit.
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
      // Before the browser takes the key, which closes it at the second press whatever we say. A menu closes first.
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.currentTarget.querySelector(':popover-open')) return
        event.preventDefault()
        onClose?.()
      }}
      // What is beside it belongs to the element, what is in it to its children.
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
