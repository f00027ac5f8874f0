import { useState } from 'react'
import { Button } from '#/web/ui/Button.tsx'
import { TextField } from '#/web/ui/TextField.tsx'

type SearchBoxProps = {
  label: string
  name?: string
  hint?: string
  placeholder?: string
  /** The current search text. */
  value: string | undefined
  onSearch: (text: string) => void
}

/** The search of a list. A new address, by a link or the back button, resets the text. */
export function SearchBox({ value = '', ...props }: SearchBoxProps) {
  return <SearchForm key={value} value={value} {...props} />
}

function SearchForm({ label, name = 'search', hint, placeholder, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value ?? '')
  return (
    <search aria-label={label}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(text.trim())
        }}
        className="flex items-end gap-3"
      >
        <TextField
          label={label}
          hint={hint}
          placeholder={placeholder}
          name={name}
          type="search"
          optional="filter"
          autoComplete="off"
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          className="min-w-0 flex-1"
        />
        <Button type="submit" variant="secondary" className="min-h-12">
          Search
        </Button>
      </form>
    </search>
  )
}
