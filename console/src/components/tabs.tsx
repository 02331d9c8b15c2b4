import { type KeyboardEvent, type ReactNode, useId } from 'react'
import classes from './tabs.module.css'

interface TabsProps<Name extends string> {
  tabs: readonly { name: Name; label: string }[]
  shown: Name
  onShow: (name: Name) => void
  /** The content of the shown tab. */
  children: ReactNode
  className?: string
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** A row of tabs and the content of the chosen one. The arrow keys move between the tabs. */
export function Tabs<Name extends string>({ tabs, shown, onShow, children, className }: TabsProps<Name>) {
  const id = useId()
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = tabs.at((tabs.findIndex(({ name }) => name === shown) + step) % tabs.length)
    if (!next) return
    onShow(next.name)
    document.getElementById(`${id}-${next.name}`)?.focus()
  }
  return (
    <div className={className}>
      <div role="tablist" className={classes.list} onKeyDown={move}>
        {tabs.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === shown}
            aria-controls={name === shown ? `${id}-panel` : undefined}
            tabIndex={name === shown ? 0 : -1}
            className={classes.tab}
            onClick={() => onShow(name)}
          >
            {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {children}
      </div>
    </div>
  )
}
