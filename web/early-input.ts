import { startClock } from './now.ts'

/** The reader's actions before the code had loaded (app/screens/page-start.js). */
type Early = { pressed?: HTMLButtonElement | null; sent?: HTMLFormElement; stop: AbortController }

let left = 0
let isServed = false

/** Sets the number of nested screens of the first page. `served`: the page came from the server and is hydrated. */
export function expectScreens(count: number, served: boolean): void {
  left = count
  isServed = served
}

/**
 * Counts a screen as loaded. In a page from the server, the reader can type, choose and press before the code has loaded,
 * and React misses those events. They are repeated once the last screen has been hydrated. Each screen is in a separate
 * `Suspense`, and React hydrates them one by one.
 */
export function noteScreen(): void {
  if (left === 0) return
  left -= 1
  if (left > 0) return
  startClock()
  const { early } = globalThis as { early?: Early }
  early?.stop.abort()
  if (!isServed) return
  for (const control of document.querySelectorAll<Control>('main :is(input, select, textarea)')) repeatTyping(control)
  // Runs after React has processed the typed text.
  setTimeout(() => {
    early?.pressed?.click()
    early?.sent?.requestSubmit()
  })
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function repeatTyping(control: Control): void {
  if (control instanceof HTMLSelectElement) {
    const first = [...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0]
    if (first && control.value !== first.value) repeat(control, HTMLSelectElement.prototype, first.value, 'change')
  } else if (control.type === 'radio' || control.type === 'checkbox') {
    const { checked, defaultChecked } = control as HTMLInputElement
    if (checked === defaultChecked || (control.type === 'radio' && !checked)) return
    ;(control as HTMLInputElement).checked = defaultChecked
    control.click()
  } else if (control.value !== control.defaultValue) {
    const { prototype } = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    repeat(control, prototype, control.defaultValue, 'input')
  }
}

/**
 * Sets the typed value through the prototype's setter, because React ignores a value set through the element's own
 * setter.
 */
function repeat(control: Control, prototype: object, before: string, event: 'input' | 'change'): void {
  const typed = control.value
  control.value = before
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, typed)
  control.dispatchEvent(new Event(event, { bubbles: true }))
}
