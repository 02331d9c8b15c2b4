import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Dialog } from '../components/dialog.tsx'
import type { Session } from '../session/session.ts'
import classes from './keyboard.module.css'
import { navigationOf } from './navigation.tsx'

const chordWithinMs = 1_000

/** Keys that work on every page, and the list of them. */
export function Keyboard({ session }: { session: Session }) {
  const [isHelpOpen, setHelpOpen] = useState(false)
  const navigate = useNavigate()
  const pressedG = useRef(0)
  const places = navigationOf(session)
  const actions: [key: string, action: () => void][] = [
    ['j', () => focusRow(1)],
    ['k', () => focusRow(-1)],
    ['/', () => document.getElementById('search')?.focus()],
    ['?', () => setHelpOpen(true)],
    [
      'g',
      () => {
        pressedG.current = Date.now()
      },
    ],
    ...places.map(({ key, to }): [string, () => void] => [
      key,
      () => {
        if (Date.now() - pressedG.current < chordWithinMs) void navigate({ to })
      },
    ]),
  ]
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return
    // Caps Lock makes no difference, but Shift does: some keyboards need it for / and ?.
    const pressed = event.shiftKey ? event.key : event.key.toLowerCase()
    for (const [key, action] of actions) {
      if (key !== pressed) continue
      event.preventDefault()
      if (!isDialogOpen()) action()
    }
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const meanings = [
    ['/', `Find a payment, order, event${session.kind === 'operator' ? ', merchant or trace' : ' or trace'}`],
    ['j', 'Next row of a list'],
    ['k', 'Previous row of a list'],
    ['Enter', 'Open the row'],
    ...places.map(({ key, label }) => [`g ${key}`, `Go to ${label}`]),
    ['?', 'This help'],
  ]
  if (!isHelpOpen) return null
  return (
    <Dialog onClose={() => setHelpOpen(false)} title="Keyboard">
      <dl className={classes.keys}>
        {meanings.map(([combination = '', meaning]) => (
          <div key={combination}>
            <dt>
              {combination.split(' ').map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.matches('input, textarea, select')

const isDialogOpen = () => document.querySelector('dialog[open]') !== null

/** Moves between the rows of all lists on the page. */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row-link]')]
  const current = rows.findIndex(row => row.matches(':focus'))
  const next = current < 0 ? (step === 1 ? 0 : rows.length - 1) : current + step
  rows[next]?.focus()
}
