/**
 * A screen takes the place of its frame with elements of its own. A link of the frame that has the focus then passes it
 * to the same link of the screen: somebody who goes by keyboard does not start again at the top.
 */
export function passFocusOn(root: HTMLElement): void {
  const links = () => [...root.querySelectorAll<HTMLAnchorElement>('a[href]')]
  const frame = links()
  const sameLinks = (all: readonly HTMLAnchorElement[], { href }: HTMLAnchorElement) =>
    all.filter((link) => link.href === href)
  let focused: HTMLAnchorElement | undefined
  const remember = () => {
    focused = frame.find((link) => link === document.activeElement)
  }
  remember()
  const off = new AbortController()
  // A press beside the links takes the focus away on purpose. So does the screen, which removes them: they are not connected then.
  const follow = () => queueMicrotask(() => root.contains(frame[0] ?? null) && remember())
  addEventListener('focusin', follow, { signal: off.signal })
  addEventListener('focusout', follow, { signal: off.signal })
  new MutationObserver((_, observer) => {
    if (frame.some(({ isConnected }) => isConnected)) return
    observer.disconnect()
    off.abort()
    if (!focused || document.activeElement !== document.body) return
    const twins = sameLinks(links(), focused)
    const nth = sameLinks(frame, focused).indexOf(focused)
    ;(twins[nth] ?? twins[0])?.focus({ preventScroll: true })
  }).observe(root, { childList: true })
}
