import { Kbd, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Session } from '../session/session.ts'
import classes from './keyboard.module.css'
import { navigationOf } from './navigation.ts'

const chordWithinMs = 1_000

/** Keys that work on every page, and the list of them. */
export function Keyboard({ session }: { session: Session }) {
  const [isHelpOpen, help] = useDisclosure()
  const navigate = useNavigate()
  const pressedG = useRef(0)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('[role="dialog"]')) return
      const afterG = Date.now() - pressedG.current < chordWithinMs
      pressedG.current = 0
      const goal = afterG ? navigationOf(session).find(({ key }) => key === event.key) : undefined
      if (goal) void navigate({ to: goal.to })
      else if (event.key === 'g') pressedG.current = Date.now()
      else if (event.key === '/') document.getElementById('search')?.focus()
      else if (event.key === '?') help.open()
      else if (event.key === 'j') focusRow(1)
      else if (event.key === 'k') focusRow(-1)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [session, navigate, help.open])
  const keys = [
    ...(session.kind === 'operator' ? [['/', 'Find a payment, order, event, merchant or trace']] : []),
    ['j', 'Next row of a list'],
    ['k', 'Previous row of a list'],
    ['Enter', 'Open the row'],
    ...navigationOf(session).map(({ key, label }) => [`g ${key}`, `Go to ${label}`]),
    ['?', 'This help'],
  ]
  return (
    <Modal opened={isHelpOpen} onClose={help.close} title={<strong>Keyboard</strong>}>
      <dl className={classes.keys}>
        {keys.map(([combination = '', meaning]) => (
          <div key={combination}>
            <dt>
              {combination.split(' ').map(key => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  )
}

/** Rows of all lists on the page, in their order. */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row-link]')]
  const current = rows.findIndex(row => row.matches(':focus'))
  const next = current < 0 ? (step === 1 ? 0 : rows.length - 1) : current + step
  rows[next]?.focus()
}
