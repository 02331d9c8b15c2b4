import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import classes from './menu.module.css'

interface MenuProps extends ButtonProps {
  'aria-label'?: string
  /** The button's text. */
  label: ReactNode
  children: ReactNode
}

/** A button with a menu. The browser opens and closes it and puts it above everything else. */
export function Menu({ label, children, ...button }: MenuProps) {
  const id = useId()
  return (
    <>
      <Button {...button} popoverTarget={id} aria-haspopup="menu">
        {label}
      </Button>
      <div
        id={id}
        popover="auto"
        role="menu"
        className={classes.menu}
        onBeforeToggle={place}
        onToggle={({ newState, currentTarget }) => newState === 'open' && itemsOf(currentTarget)[0]?.focus()}
        onKeyDown={move}
      >
        {children}
      </div>
    </>
  )
}

interface MenuItemProps {
  onClick: () => void
  /** Whether the menu stays open. */
  stays?: boolean
  children: ReactNode
}

export function MenuItem({ onClick, stays = false, children }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={classes.item}
      onClick={({ currentTarget }) => {
        if (!stays) currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        onClick()
      }}
    >
      {children}
    </button>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className={classes.label}>{children}</div>
}

const gapPx = 8
const itemsOf = (menu: Element) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]

/** Below its button, or above it in the lowest quarter of the window; on the right half, aligned to its right edge. */
function place({ newState, currentTarget: menu }: ToggleEvent<HTMLElement>): void {
  const button = document.querySelector(`[popovertarget="${CSS.escape(menu.id)}"]`)
  if (newState !== 'open' || !button) return
  const { left, right, top, bottom } = button.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const isLow = bottom > clientHeight * 0.75
  const isRight = left > clientWidth / 2
  menu.style.inset = [
    isLow ? 'auto' : `${bottom + gapPx}px`,
    isRight ? `${clientWidth - right}px` : 'auto',
    isLow ? `${clientHeight - top + gapPx}px` : 'auto',
    isRight ? 'auto' : `${left}px`,
  ].join(' ')
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function move(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Tab') event.currentTarget.hidePopover()
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  const items = itemsOf(event.currentTarget)
  const current = items.indexOf(document.activeElement as HTMLElement)
  items.at((current + step) % items.length)?.focus()
}
