import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { SearchIcon } from '../components/icons.tsx'
import classes from './search-box.module.css'

export function SearchBox() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  return (
    <search className={classes.search}>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (text.trim() !== '') void navigate({ to: '/search', search: { q: text.trim() } })
        }}
      >
        <TextInput
          id="search"
          type="search"
          aria-label="Search"
          placeholder="Payment, order, event, merchant, trace…"
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          leftSection={<SearchIcon />}
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
        />
      </form>
    </search>
  )
}
