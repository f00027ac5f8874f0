import { useState } from 'react'
import { Button } from '#/web/ui/Button.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { useFilters } from './filters.web.ts'

/** The search of a desk's list: ?search=. */
export function OrganizerSearch({ label, hint }: { label: string; hint?: string }) {
  const filters = useFilters()
  const asked = filters.of('search') ?? ''
  // A new address, by a link or the back button, is a new text.
  return (
    <SearchBox key={asked} asked={asked} label={label} hint={hint} onSearch={(text) => filters.set('search', text)} />
  )
}

type SearchBoxProps = { asked: string; label: string; hint: string | undefined; onSearch: (text: string) => void }

function SearchBox({ asked, label, hint, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(asked)
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
          name="search"
          type="search"
          optional="filter"
          autoComplete="off"
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
