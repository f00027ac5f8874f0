import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import Search from 'lucide:search'
import X from 'lucide:x'
import { IconButton } from './Button.tsx'
import { Spinner } from './Spinner.tsx'

export type PaletteItem = { id: string; title: string; detail: string; path: string }
export type PaletteGroup<I extends PaletteItem = PaletteItem> = {
  key: string
  heading: string
  items: readonly I[]
}

type CommandPaletteProps<I extends PaletteItem> = {
  label: string
  placeholder: string
  /** Shown while there is neither text nor an item. */
  hint: string
  /** Takes what was typed before the field was there. */
  takeTyped: () => { text: string; entered: boolean }
  /** Items that need no search, such as recent ones; a text narrows them. Shown first. */
  instant: (text: string) => PaletteGroup<I>
  /** The signal aborts when the text changes. */
  search: (text: string, signal: AbortSignal) => Promise<readonly PaletteGroup<I>[]>
  onChoose: (item: I) => void
  onClose: () => void
}

/** Milliseconds without a key before a search. */
const PAUSE_MS = 100
/** Milliseconds after which a search is shown to be running. */
const SLOW_MS = 300

type Found<I extends PaletteItem> = { text: string; groups: readonly PaletteGroup<I>[] | 'failed' }

/**
 * One field for everything: a dialog with a search and its results, used by keyboard alone. The field keeps the focus
 * (the combobox pattern of the ARIA Authoring Practices). Mount it only while it is open; the dialog returns the focus.
 */
export function CommandPalette<I extends PaletteItem>(props: CommandPaletteProps<I>) {
  const { label, placeholder, hint, takeTyped, instant, search, onChoose, onClose } = props
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [early] = useState(takeTyped)
  const [text, setText] = useState(early.text)
  const [found, setFound] = useState<Found<I>>({ text: '', groups: [] })
  /** The text whose search takes longer. */
  const [slow, setSlow] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const [attempt, setAttempt] = useState(0)
  /** Enter was pressed before the results of the text had arrived: the first of them is chosen then. */
  const enters = useRef(early.entered)

  useLayoutEffect(() => field.current?.focus(), [])

  const asked = text.trim()
  const isFresh = asked === '' || found.text === asked
  const isSlow = !isFresh && slow === asked
  const isFailed = isFresh && found.groups === 'failed'
  const own = instant(asked)
  const groups = withoutRepeats([own, ...(asked === '' || found.groups === 'failed' ? [] : found.groups)])
  const items = groups.flatMap((group) => group.items)
  const at = Math.min(active, items.length - 1)

  const find = useEffectEvent(search)
  const show = useEffectEvent((arrived: Found<I>['groups']) => {
    setFound({ text: asked, groups: arrived })
    if (!enters.current || arrived === 'failed') return
    enters.current = false
    const [first] = [own, ...arrived].flatMap((group) => group.items)
    if (first) onChoose(first)
  })
  useEffect(() => {
    if (asked === '') return undefined
    const run = new AbortController()
    const arrive = (groupsFound: Found<I>['groups']) => run.signal.aborted || show(groupsFound)
    const timers = [
      setTimeout(() => void find(asked, run.signal).then(arrive, () => arrive('failed')), PAUSE_MS),
      setTimeout(() => setSlow(asked), SLOW_MS),
    ]
    return () => {
      run.abort()
      timers.forEach(clearTimeout)
    }
  }, [asked, attempt])

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (items.length > 0) setActive((at + step + items.length) % items.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const chosen = items[at]
      if (isFailed && !chosen) setAttempt(attempt + 1)
      // Results of an earlier text may still be shown.
      else if (chosen && (isFresh || at < own.items.length)) onChoose(chosen)
      else enters.current = !isFresh
    }
  }

  const count = `${items.length} ${items.length === 1 ? 'result' : 'results'}`
  const word = isFailed
    ? 'The search failed. Press Enter to try again.'
    : asked === ''
      ? items.length > 0
        ? ''
        : hint
      : !isFresh
        ? isSlow
          ? 'Searching…'
          : ''
        : items.length === 0
          ? `Nothing found for “${asked}”.`
          : count

  return (
    <ModalOverlay
      isOpen
      onOpenChange={(next) => !next && onClose()}
      isDismissable
      className="fixed inset-0 z-40 flex items-start justify-center bg-[#04100a]/70 p-2 sm:p-6 sm:pt-[12vh]"
    >
      <Modal className="w-full max-w-2xl animate-rise rounded-md border border-line bg-surface text-ink lift">
        <AriaDialog
          aria-label={label}
          className="flex max-h-[min(36rem,calc(100dvh-1rem))] flex-col [outline-style:none]"
        >
          <div className="flex items-center gap-2 border-b border-line pr-2 pl-4">
            <span aria-hidden="true" className="text-ink-soft">
              {isSlow ? <Spinner label={null} size={20} /> : <Search size={20} />}
            </span>
            <input
              ref={field}
              type="text"
              role="combobox"
              aria-label={label}
              aria-expanded={items.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={at >= 0 ? `${listId}-${at}` : undefined}
              autoComplete="off"
              autoCorrect="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="go"
              maxLength={100}
              placeholder={placeholder}
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setActive(0)
                enters.current = false
              }}
              onKeyDown={press}
              className="min-h-14 min-w-0 flex-1 bg-transparent text-lg [outline-style:none] placeholder:text-ink-soft"
            />
            <IconButton label="Close" icon={<X size={22} />} onClick={onClose} />
          </div>
          <div
            id={listId}
            role="listbox"
            aria-label="Results"
            aria-busy={!isFresh}
            // The field keeps the focus while the list is tapped or scrolled.
            onPointerDown={(event) => event.preventDefault()}
            className="overflow-y-auto overscroll-contain p-1.5 empty:hidden"
          >
            {groups.map((group) => (
              <div key={group.key} role="group" aria-labelledby={`${listId}-${group.key}`}>
                <p id={`${listId}-${group.key}`} className="px-3 pt-2.5 pb-1 text-sm font-[650] text-ink-soft">
                  {group.heading}
                </p>
                {group.items.map((item) => {
                  const place = items.indexOf(item)
                  return (
                    <div
                      key={item.id}
                      id={`${listId}-${place}`}
                      ref={place === at ? (option) => option?.scrollIntoView({ block: 'nearest' }) : null}
                      role="option"
                      aria-selected={place === at}
                      onPointerMove={() => place !== at && setActive(place)}
                      onClick={() => onChoose(item)}
                      className="flex min-h-12 cursor-pointer flex-col justify-center rounded-sm px-3 py-1.5 aria-selected:bg-sunk aria-selected:[box-shadow:inset_3px_0_0_var(--color-ink)] forced-colors:aria-selected:[outline:2px_solid]"
                    >
                      <span className="break-words">{item.title}</span>
                      {item.detail !== '' && <span className="text-sm break-words text-ink-soft">{item.detail}</span>}
                    </div>
                  )
                })}
              </div>
            ))}
          </div>
          {word !== '' && word !== count && (
            <p aria-hidden="true" className="px-4 py-4 text-ink-soft">
              {word}
            </p>
          )}
          <output className="sr-only">{word}</output>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The groups with an item, each item in the first group that has it. */
function withoutRepeats<I extends PaletteItem>(groups: readonly PaletteGroup<I>[]): PaletteGroup<I>[] {
  const shown = new Set<string>()
  return groups
    .map((group) => ({
      ...group,
      items: group.items.filter(({ id }) => !shown.has(id) && shown.add(id)),
    }))
    .filter(({ items }) => items.length > 0)
}
