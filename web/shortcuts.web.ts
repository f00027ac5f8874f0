/** A key of the desk. */
export type Shortcut = {
  /** 'j', '?', 'g p' (one after the other), or 'Mod+k' (Ctrl, or Cmd on a Mac). */
  keys: string
  /** The effect of the key, for the list of shortcuts. */
  title: string
  group: string
  /** Undefined if the part of the page that has it acts by itself. */
  act?: () => void
}

/** Milliseconds to press the second key. */
const SECOND_KEY_MS = 1_500

const registered = new Set<readonly Shortcut[]>()
let off: AbortController | null = null
/** The first of two keys, and until when it counts. */
let first = { key: '', until: 0 }

/** Adds shortcuts until the returned function is called. */
export function registerShortcuts(shortcuts: readonly Shortcut[]): () => void {
  registered.add(shortcuts)
  if (off === null) {
    off = new AbortController()
    document.addEventListener('keydown', press, { signal: off.signal })
  }
  return () => {
    registered.delete(shortcuts)
    if (registered.size > 0) return
    off?.abort()
    off = null
  }
}

/** The shortcuts of the page, in the order in which they were added. */
export function listShortcuts(): readonly Shortcut[] {
  return [...registered].flat()
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.repeat || event.isComposing || isBusy(event.target)) return
  const key = nameOf(event)
  if (key === null) return
  const isSecond = event.timeStamp < first.until
  const keys = isSecond ? `${first.key} ${key}` : key
  first = { key: '', until: 0 }
  const all = listShortcuts()
  const found = all.find((shortcut) => shortcut.keys === keys && shortcut.act)
  if (found?.act) {
    event.preventDefault()
    found.act()
  } else if (!isSecond && all.some((shortcut) => shortcut.keys.startsWith(`${key} `)))
    first = { key, until: event.timeStamp + SECOND_KEY_MS }
}

function nameOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  const letter = key.toLowerCase()
  if (ctrlKey || metaKey) return altKey || ctrlKey === metaKey ? null : `Mod+${letter}`
  // Some keyboards have a slash only with Alt.
  return altKey && key.length === 1 && /[a-z]/.test(letter) ? null : letter
}

const fields =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable], [role=textbox]'
const layers = '[role=dialog], [role=alertdialog], [role=menu], dialog[open], [popover]:popover-open'

/** Whether the reader types in a field, or has a dialog or a menu open. */
function isBusy(target: EventTarget | null): boolean {
  return (target instanceof Element && target.closest(fields) !== null) || document.querySelector(layers) !== null
}
