import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { SearchIcon } from '../components/icons.tsx'
import { type Hit, kindLabels, pageOfHit, summaryOf, useHits } from '../pages/search/hits.ts'
import classes from './search-box.module.css'

const shortest = 3
const mostShown = 6
const keyOf = ({ kind, id }: Hit) => `${kind} ${id}`

/** Finds whatever a text names: hits while typing, all of them on Enter. */
export function SearchBox() {
  const navigate = useNavigate()
  const combobox = useCombobox()
  const [text, setText] = useState('')
  const q = text.trim()
  const [settled] = useDebouncedValue(q, 200)
  const { data } = useHits(settled.length >= shortest ? settled : '')
  const hits = q.length >= shortest ? (data?.data.slice(0, mostShown) ?? []) : []
  const path = useRouterState({ select: state => state.location.pathname })
  const isOnResults = path === '/search'
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new page closes the list
  useEffect(combobox.closeDropdown, [path])
  useEffect(() => {
    if (!isOnResults) setText('')
  }, [isOnResults])
  return (
    <search className={classes.search}>
      <form
        onSubmit={event => {
          event.preventDefault()
          combobox.closeDropdown()
          if (q !== '') void navigate({ to: '/search', search: { q } })
        }}
      >
        <Combobox
          store={combobox}
          withinPortal={false}
          onOptionSubmit={key => {
            const hit = hits.find(hit => keyOf(hit) === key)
            if (hit) void navigate(pageOfHit(hit))
          }}
        >
          <Combobox.Target>
            <TextInput
              id="search"
              type="search"
              aria-label="Search"
              placeholder="Payment, order, event, merchant, trace…"
              value={text}
              onChange={event => {
                setText(event.currentTarget.value)
                combobox.openDropdown()
                combobox.resetSelectedOption()
              }}
              onBlur={() => combobox.closeDropdown()}
              leftSection={<SearchIcon />}
              maxLength={500}
              autoComplete="off"
              spellCheck={false}
            />
          </Combobox.Target>
          <Combobox.Dropdown hidden={hits.length === 0}>
            <Combobox.Options aria-label="Found">
              {hits.map(hit => (
                <Combobox.Option key={keyOf(hit)} value={keyOf(hit)} className={classes.suggestion}>
                  <small>{kindLabels[hit.kind]}</small>
                  <span>{summaryOf(hit)}</span>
                  <code>{hit.id}</code>
                </Combobox.Option>
              ))}
            </Combobox.Options>
          </Combobox.Dropdown>
        </Combobox>
      </form>
    </search>
  )
}
