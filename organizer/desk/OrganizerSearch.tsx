import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { changeSearch } from '#/web/list-search.ts'
import { Button } from '#/web/ui/Button.tsx'
import { TextField } from '#/web/ui/TextField.tsx'

type OrganizerSearchProps = { label: string; hint?: string }

/** The search of a desk's list: ?search=. */
export function OrganizerSearch(props: OrganizerSearchProps) {
  const [params] = useSearchParams()
  const searched = params.get('search') ?? ''
  // The key resets the field when the address changes, by a link or the back button.
  return <SearchForm key={searched} searched={searched} {...props} />
}

function SearchForm({ searched, label, hint }: OrganizerSearchProps & { searched: string }) {
  const [params, setParams] = useSearchParams()
  const [text, setText] = useState(searched)
  return (
    <search aria-label={label}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setParams(changeSearch(params, { search: text.trim() }))
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
