import { startClock } from './now.ts'

/** What somebody did before the code had come (app/screens/page-start.js). */
type Early = { pressed?: HTMLButtonElement | null; sent?: HTMLFormElement; stop: AbortController }

let left = 0
let isServed = false

/** The first page has this many screens, one inside the other; `served`: it came from the server, and is hydrated. */
export function expectScreens(count: number, served: boolean): void {
  left = count
  isServed = served
}

/**
 * One of them is there. In a page from the server somebody can type, choose and press before its code has come, and React does
 * not hear of that: it is repeated when the last screen has been hydrated. Each is in its own `Suspense`, which React hydrates by itself.
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
  // When what was typed has been taken in.
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

/** React compares a value with the last one that was set on the element itself, so what was typed is set past it. */
function repeat(control: Control, prototype: object, before: string, event: 'input' | 'change'): void {
  const typed = control.value
  control.value = before
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, typed)
  control.dispatchEvent(new Event(event, { bubbles: true }))
}
