import { type ReactNode, useRef, useState } from 'react'
import { ComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import Check from 'lucide-react/icons/check'
import Search from 'lucide-react/icons/search'
import { controlLook, described, FieldError, Hint, Optional, type FieldFace, useFieldId } from './Field.tsx'
import { Spinner } from './Spinner.tsx'

export type Choice = {
  id: string
  name: string
  /** Under the name: level, area. */
  note?: string
}

type SearchPickerProps = FieldFace & {
  name?: string
  id?: string
  value: Choice | null
  onChange: (choice: Choice | null) => void
  /** Answers a typed text; the signal ends when the next letter is typed. */
  search: (text: string, signal: AbortSignal) => Promise<readonly Choice[]>
  /** Letters before it searches. */
  from?: number
  placeholder?: string
  icon?: ReactNode
  className?: string
}

type Found = { state: 'short' | 'searching' | 'failed' } | { state: 'found'; choices: readonly Choice[] }

/** Search and choose from the results alone: a text that was not chosen is taken back. */
export function SearchPicker({
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
  className = '',
}: SearchPickerProps) {
  const fieldId = useFieldId(id, name)
  const [text, setText] = useState('')
  const [focused, setFocused] = useState(false)
  const [found, setFound] = useState<Found>({ state: 'short' })
  const running = useRef<AbortController | null>(null)

  async function look(typed: string) {
    running.current?.abort()
    if (typed.trim().length < from) {
      setFound({ state: 'short' })
      return
    }
    const run = new AbortController()
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
  const nothing = {
    short: `Type ${from} or more letters`,
    searching: 'Searching…',
    failed: 'The search failed. Type again to retry.',
    found: 'No results found',
  }[found.state]

  return (
    <ComboBox<Choice>
      items={choices}
      inputValue={focused ? text : (value?.name ?? '')}
      onInputChange={(typed) => {
        if (!focused || typed === text) return
        setText(typed)
        if (typed !== value?.name) void look(typed)
        if (typed === '') onChange(null)
      }}
      value={value?.id ?? null}
      onChange={(key) => {
        const chosen = choices.find((choice) => choice.id === key)
        if (!chosen) return
        setText(chosen.name)
        onChange(chosen)
      }}
      onFocusChange={(next) => {
        setFocused(next)
        setText(value?.name ?? '')
        setFound({ state: 'short' })
      }}
      allowsEmptyCollection
      isInvalid={error !== undefined}
      defaultFilter={() => true}
      className={`flex flex-col gap-1.5 ${className}`}
    >
      <Label className="text-sm font-[650]">
        {label}
        <Optional show={optional} />
      </Label>
      {hint && <Hint id={`${fieldId}-hint`}>{hint}</Hint>}
      <div className="relative">
        <span aria-hidden="true" className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-ink-soft">
          {icon ?? <Search size={19} />}
        </span>
        <Input
          id={fieldId}
          placeholder={placeholder}
          autoComplete="off"
          aria-required={optional ? undefined : true}
          aria-describedby={described(fieldId, { hint, error })}
          className={`${controlLook(error)} px-11!`}
        />
        <span className="absolute top-1/2 right-3.5 flex -translate-y-1/2 items-center">
          {found.state === 'searching' ? (
            <Spinner label={null} size={18} />
          ) : (
            value && !focused && <Check size={20} className="text-good" aria-hidden="true" />
          )}
        </span>
      </div>
      <FieldError id={`${fieldId}-error`} error={error} />
      <Popover className="w-(--trigger-width) rounded-md border border-edge bg-surface text-ink shadow-lift">
        <ListBox<Choice>
          className="max-h-72 overflow-y-auto p-1.5 outline-none"
          renderEmptyState={() => (
            <p role="status" className="px-3 py-3 text-ink-soft">
              {nothing}
            </p>
          )}
        >
          {(choice) => (
            <ListBoxItem
              id={choice.id}
              textValue={choice.name}
              className="flex min-h-12 cursor-pointer flex-col justify-center rounded-sm px-3 py-1.5 outline-none data-[focused]:bg-sunk data-[focused]:shadow-[inset_3px_0_0_var(--color-ink)] data-[selected]:font-[680] forced-colors:data-[focused]:outline-2"
            >
              <Text slot="label">{choice.name}</Text>
              {choice.note && (
                <Text slot="description" className="text-sm text-ink-soft">
                  {choice.note}
                </Text>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
