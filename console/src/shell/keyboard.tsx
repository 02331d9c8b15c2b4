import { type HotkeyItem, useDisclosure, useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { Dialog } from '../components/dialog.tsx'
import type { Session } from '../session/session.ts'
import classes from './keyboard.module.css'
import { navigationOf } from './navigation.tsx'

const chordWithinMs = 1_000

/** Keys that work on every page, and the list of them. */
export function Keyboard({ session }: { session: Session }) {
  const [isHelpOpen, help] = useDisclosure()
  const navigate = useNavigate()
  const pressedG = useRef(0)
  const places = navigationOf(session)
  const search = () => document.getElementById('search')?.focus()
  const actions: [keys: string, action: () => void][] = [
    ['j', () => focusRow(1)],
    ['k', () => focusRow(-1)],
    // On some keyboards the slash needs Shift, as the question mark does on most.
    ['/', search],
    ['shift+/', search],
    ['?', help.open],
    ['shift+?', help.open],
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
  useHotkeys(actions.map(([keys, action]): HotkeyItem => [keys, () => isDialogOpen() || action()]))
  const meanings = [
    ['/', `Find a payment, order, event${session.kind === 'operator' ? ', merchant or trace' : ' or trace'}`],
    ['j', 'Next row of a list'],
    ['k', 'Previous row of a list'],
    ['Enter', 'Open the row'],
    ...places.map(({ key, label }) => [`g ${key}`, `Go to ${label}`]),
    ['?', 'This help'],
  ]
  return (
    <Dialog opened={isHelpOpen} onClose={help.close} title="Keyboard">
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

const isDialogOpen = () => document.querySelector('dialog[open]') !== null

/** Moves through the rows of all lists on the page. */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row-link]')]
  const current = rows.findIndex(row => row.matches(':focus'))
  const next = current < 0 ? (step === 1 ? 0 : rows.length - 1) : current + step
  rows[next]?.focus()
}
