import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { SearchIcon } from '../components/icons.tsx'
import { type Hit, hitsQuery, kindLabels, pageOfHit, summaryOf, useHits } from '../components/search-hits.ts'
import { useSignedIn } from '../session/session.ts'
import classes from './search-box.module.css'

const shortest = 3
const maxShown = 6
const keyOf = ({ kind, id }: Hit) => `${kind} ${id}`

/** Finds whatever a text names: hits while typing; on Enter the only one, or a list of them. */
export function SearchBox() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const combobox = useCombobox()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const q = text.trim()
  const [settled] = useDebouncedValue(q, 200)
  const { kind } = useSignedIn()
  const { data } = useHits(settled.length >= shortest ? settled : '')
  const hits = q.length >= shortest ? (data?.data.slice(0, maxShown) ?? []) : []
  const path = useRouterState({ select: state => state.location.pathname })
  const isOnResults = path === '/search'
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new page closes the list
  useEffect(combobox.closeDropdown, [path])
  useEffect(() => {
    if (!isOnResults) setText('')
  }, [isOnResults])
  const open = (hit: Hit) => {
    setText('')
    input.current?.blur()
    return navigate(pageOfHit(hit, kind === 'portal'))
  }
  const submit = async () => {
    const found = await queryClient.fetchQuery(hitsQuery(q)).catch(() => null)
    const [only, ...others] = found?.data ?? []
    if (only && others.length === 0) return open(only)
    input.current?.blur()
    await navigate({ to: '/search', search: { q } })
  }
  return (
    <search className={classes.search}>
      <form
        onSubmit={event => {
          event.preventDefault()
          combobox.closeDropdown()
          if (q !== '') void submit()
        }}
      >
        <Combobox
          store={combobox}
          withinPortal={false}
          onOptionSubmit={key => {
            const hit = hits.find(hit => keyOf(hit) === key)
            if (hit) void open(hit)
          }}
        >
          <Combobox.Target>
            <TextInput
              ref={input}
              id="search"
              type="search"
              aria-label="Search"
              placeholder={
                kind === 'operator' ? 'Payment, order, event, merchant, trace…' : 'Payment, order, event…'
              }
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
