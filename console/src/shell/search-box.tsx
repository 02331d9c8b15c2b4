import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { ChargedAgain } from '../components/charged-again.tsx'
import { TextInput } from '../components/fields.tsx'
import { SearchIcon } from '../components/icons.tsx'
import { type Hit, hitsQuery, kindLabels, pageOfHit, summaryOf, useHits } from '../components/search-hits.ts'
import { withoutSecret } from '../components/secrets.ts'
import { statusText } from '../components/status-badge.tsx'
import { Time } from '../components/time.tsx'
import { useMerchantName } from '../session/merchant-names.ts'
import { useSignedIn } from '../session/session.ts'
import classes from './search-box.module.css'

const shortest = 3
const maxShown = 6
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
const keyOf = ({ kind, id }: Hit) => `${kind} ${id}`

/** Searches for ids, references and names: shows hits while typing; Enter opens the only hit, or a list of hits. */
export function SearchBox() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [chosenKey, setChosenKey] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const q = text.trim()
  const settled = useSettled(q, 200)
  const { kind } = useSignedIn()
  const { data } = useHits(settled.length >= shortest ? settled : '')
  const hits = q.length >= shortest ? (data?.data.slice(0, maxShown) ?? []) : []
  const isShown = isOpen && hits.length > 0
  const isMore = (data?.data.length ?? 0) > maxShown
  const isEmpty = isOpen && q === settled && q.length >= shortest && data?.data.length === 0
  const chosen = hits.find(hit => keyOf(hit) === chosenKey)
  const idOf = (hit: Hit) => `${listId} ${keyOf(hit)}`.replaceAll(' ', '-')
  const choose = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (event.key === 'Escape') setOpen(false)
    if (!isShown || step === undefined) return
    event.preventDefault()
    const at = chosen ? hits.indexOf(chosen) + step : step - Math.max(step, 0)
    const next = hits.at(at % hits.length)
    setChosenKey(next && keyOf(next))
  }
  const path = useRouterState({ select: state => state.location.pathname })
  const isOnResults = path === '/search'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the list
  useEffect(() => setOpen(false), [path])
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
          setOpen(false)
          if (isShown && chosen) void open(chosen)
          else if (q !== '') void submit()
        }}
      >
        <TextInput
          ref={input}
          id="search"
          type="search"
          aria-label="Search"
          aria-haspopup="listbox"
          aria-controls={isShown ? listId : undefined}
          aria-activedescendant={isShown && chosen ? idOf(chosen) : undefined}
          placeholder={
            kind === 'operator' ? 'Payment, order, event, merchant, trace…' : 'Payment, order, event…'
          }
          value={text}
          onChange={event => {
            setText(withoutSecret(event.currentTarget.value))
            setOpen(true)
            setChosenKey(undefined)
          }}
          onKeyDown={choose}
          onBlur={() => setOpen(false)}
          leftSection={<SearchIcon />}
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
        />
        {isEmpty && (
          <div role="status" className={classes.suggestions}>
            <p className={classes.nothing}>Nothing found</p>
          </div>
        )}
        {isShown && (
          <div className={classes.suggestions}>
            <div id={listId} role="listbox" aria-label="Search results">
              {hits.map(hit => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
                // biome-ignore lint/a11y/useFocusableInteractive: the same
                <div
                  key={keyOf(hit)}
                  id={idOf(hit)}
                  role="option"
                  aria-selected={hit === chosen}
                  className={classes.suggestion}
                  // The field keeps the focus until the click.
                  onMouseDown={event => event.preventDefault()}
                  onClick={() => void open(hit)}
                >
                  <small>{kindLabels[hit.kind]}</small>
                  <span>
                    {hit.kind === 'payment' && hit.status && `${statusText(hit.status)}, `}
                    {summaryOf(hit)}
                    {hit.kind === 'payment' && kind === 'operator' && (
                      <Merchant merchantId={hit.merchantId} />
                    )}{' '}
                    <ChargedAgain count={hit.chargedForOrder} />
                  </span>
                  <code>{hit.id}</code>
                  <Time at={hit.at} />
                </div>
              ))}
            </div>
            {isMore && (
              <p className={classes.nothing}>
                {data?.hasMore
                  ? 'There are more: press Enter, or type more characters'
                  : 'Press Enter for more'}
              </p>
            )}
          </div>
        )}
      </form>
    </search>
  )
}

/** Reads the names only once there is a hit. */
function Merchant({ merchantId }: Pick<Hit, 'merchantId'>) {
  return <>, {useMerchantName()(merchantId)}</>
}

/** The text, once it has not changed for a while. */
function useSettled(text: string, afterMs: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), afterMs)
    return () => clearTimeout(timer)
  }, [text, afterMs])
  return settled
}
