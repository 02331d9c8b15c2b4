import { TextInput } from '@mantine/core'
import { useClickOutside, useDebouncedValue } from '@mantine/hooks'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { SearchIcon } from '../components/icons.tsx'
import { SuggestedHit } from '../pages/search/hit-link.tsx'
import { useHits } from '../pages/search/hits.tsx'
import classes from './search-box.module.css'

const shortest = 3
const mostShown = 6

/** Finds whatever a text names: hits while typing, all of them on Enter. */
export function SearchBox() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const place = useRouterState({ select: state => state.location.href })
  const box = useClickOutside(() => setOpen(false))
  const q = text.trim()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the list
  useEffect(() => setOpen(false), [place])
  return (
    <search className={classes.search} ref={box}>
      <form
        onSubmit={event => {
          event.preventDefault()
          setOpen(false)
          if (q !== '') void navigate({ to: '/search', search: { q } })
        }}
        onKeyDown={event => {
          if (event.key === 'Escape') setOpen(false)
          else moveAmongLinks(event)
        }}
      >
        <TextInput
          id="search"
          type="search"
          aria-label="Search"
          placeholder="Payment, order, event, merchant, trace…"
          value={text}
          onChange={event => {
            setText(event.currentTarget.value)
            setOpen(true)
          }}
          leftSection={<SearchIcon />}
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
        />
        {isOpen && q.length >= shortest && <Suggestions q={q} />}
      </form>
    </search>
  )
}

function Suggestions({ q }: { q: string }) {
  const [settled] = useDebouncedValue(q, 200)
  const { data } = useHits(settled)
  if (!data || data.data.length === 0) return null
  return (
    <ul className={classes.suggestions}>
      {data.data.slice(0, mostShown).map(hit => (
        <li key={`${hit.kind} ${hit.id}`}>
          <SuggestedHit hit={hit} className={classes.suggestion} />
        </li>
      ))}
    </ul>
  )
}

/** Down and up go through the field and the links below it. */
function moveAmongLinks(event: KeyboardEvent<HTMLFormElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')]
  const next = stops[stops.findIndex(stop => stop.matches(':focus')) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
