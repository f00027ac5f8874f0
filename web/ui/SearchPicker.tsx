import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import Check from 'lucide:check'
import Search from 'lucide:search'
import { controlLook, described, Field, type FieldFace, useFieldId } from './Field.tsx'
import { Spinner } from './Spinner.tsx'

export type Choice = {
  id: string
  name: string
  /** Below the name: level, area. */
  note?: string
}

type SearchPickerProps<C extends Choice> = FieldFace & {
  name?: string
  id?: string
  value: Choice | null
  onChange: (choice: C | null) => void
  /** Searches for a text; the signal aborts when the next letter is typed. */
  search: (text: string, signal: AbortSignal) => Promise<readonly C[]>
  /** The number of letters that start a search. */
  from?: number
  placeholder?: string
  icon?: ReactNode
  className?: string
}

type Found<C> = { state: 'short' | 'searching' | 'failed' } | { state: 'found'; choices: readonly C[] }

/**
 * A search field with results to choose from; text that was not chosen is removed. Implements the combobox pattern of
 * the ARIA Authoring Practices itself, because React Aria's hides the rest of the page from assistive technology while
 * it is open.
 */
export function SearchPicker<C extends Choice>({
  label,
  optional,
  hint,
  error,
  name,
  id,
  value,
  onChange,
  search,
  from = 2,
  placeholder = 'Search by name',
  icon,
  className,
}: SearchPickerProps<C>) {
  const fieldId = useFieldId(id, name)
  const listId = `${fieldId}-list`
  /** The text being typed; null while the choice is shown. */
  const [text, setText] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const [found, setFound] = useState<Found<C>>({ state: 'short' })
  const running = useRef<AbortController | null>(null)

  async function searchFor(typed: string) {
    running.current?.abort()
    if (typed.trim().length < from) {
      setFound({ state: 'short' })
      return
    }
    const run = new AbortController()
    setActive(0)
    running.current = run
    setFound({ state: 'searching' })
    await new Promise((resolve) => setTimeout(resolve, 200))
    if (run.signal.aborted) return
    try {
      const choices = await search(typed.trim(), run.signal)
      if (!run.signal.aborted) setFound({ state: 'found', choices })
    } catch {
      if (!run.signal.aborted) setFound({ state: 'failed' })
    }
  }

  const choices = found.state === 'found' ? found.choices : []
  const word = {
    short: `Type ${from} or more letters`,
    searching: 'Searching…',
    failed: 'The search failed. Type again to retry.',
    found:
      choices.length === 0 ? 'No results found' : `${choices.length} ${choices.length === 1 ? 'result' : 'results'}`,
  }[found.state]

  function choose(choice: C) {
    onChange(choice)
    close()
  }

  function close() {
    running.current?.abort()
    setOpen(false)
    setText(null)
    setFound({ state: 'short' })
  }

  function press(event: KeyboardEvent) {
    const chosen = choices[active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const way = event.key === 'ArrowDown' ? 1 : -1
      if (open && choices.length > 0) setActive((active + way + choices.length) % choices.length)
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      if (chosen) choose(chosen)
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      close()
    }
  }

  return (
    <Field id={fieldId} label={label} optional={optional} hint={hint} error={error} className={className}>
      <div className="relative">
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3.5 [translate:0_-50%] text-ink-soft"
        >
          {icon ?? <Search size={19} />}
        </span>
        <input
          id={fieldId}
          name={name}
          type="text"
          role="combobox"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          placeholder={placeholder}
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={open ? listId : undefined}
          aria-activedescendant={open && choices[active] ? `${listId}-${active}` : undefined}
          aria-required={optional ? undefined : true}
          aria-invalid={error ? true : undefined}
          aria-describedby={described(fieldId, { hint, error })}
          value={text ?? value?.name ?? ''}
          onChange={(event) => {
            setText(event.target.value)
            setOpen(true)
            if (event.target.value === '') onChange(null)
            void searchFor(event.target.value)
          }}
          onKeyDown={press}
          onBlur={close}
          className={`${controlLook(error)} px-11!`}
        />
        <span className="absolute top-1/2 right-3.5 flex [translate:0_-50%] items-center">
          {found.state === 'searching' ? (
            <Spinner label={null} size={18} />
          ) : (
            value && text === null && <Check size={20} className="text-good" />
          )}
        </span>
        {open && (
          <div
            // The field keeps the focus while the list is tapped or scrolled.
            onPointerDown={(event) => event.preventDefault()}
            className="absolute inset-x-0 top-full z-20 mt-1 rounded-md border border-edge bg-surface text-ink lift"
          >
            <div id={listId} role="listbox" aria-label={label} className="max-h-72 overflow-y-auto p-1.5 empty:hidden">
              {choices.map((choice, index) => (
                <div
                  key={choice.id}
                  id={`${listId}-${index}`}
                  ref={index === active ? (option) => option?.scrollIntoView({ block: 'nearest' }) : null}
                  role="option"
                  aria-selected={index === active}
                  onPointerMove={() => setActive(index)}
                  onClick={() => choose(choice)}
                  className="flex min-h-12 cursor-pointer flex-col justify-center rounded-sm px-3 py-1.5 aria-selected:bg-sunk aria-selected:[box-shadow:inset_3px_0_0_var(--color-ink)] forced-colors:aria-selected:[outline:2px_solid]"
                >
                  {choice.name}
                  {choice.note && <span className="text-sm text-ink-soft">{choice.note}</span>}
                </div>
              ))}
            </div>
            {choices.length === 0 && (
              <p aria-hidden="true" className="px-4 py-3 text-ink-soft">
                {word}
              </p>
            )}
          </div>
        )}
        <output className="sr-only">{open ? word : ''}</output>
      </div>
    </Field>
  )
}
