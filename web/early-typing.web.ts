/** The typed text. `entered`: Enter came last. */
export type Typed = { text: string; entered: boolean }

/**
 * Collects the letters that are typed while a field is still loading, until the field calls `take`. Escape gives up.
 */
export function collectTyping(onEscape: () => void): { take: () => Typed } {
  const typed: Typed = { text: '', entered: false }
  const off = new AbortController()
  const collect = (event: KeyboardEvent) => {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (key === 'Escape') {
      off.abort()
      onEscape()
    } else if (key === 'Enter') typed.entered = typed.text !== ''
    else if (key === 'Backspace') typed.text = typed.text.replace(/.$/u, '')
    else if (/^.$/u.test(key)) {
      typed.text += key
      typed.entered = false
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('keydown', collect, { capture: true, signal: off.signal })
  return {
    take() {
      off.abort()
      return typed
    },
  }
}
