import type { Page } from '@playwright/test'

/**
 * Measures how much wider a screen is than its window, which targets are too small to tap, and which words a line break
 * cuts in two.
 */
export function measureScreen(
  page: Page,
): Promise<{ too_wide: number; small_targets: string[]; broken_words: string[] }> {
  return page.evaluate(() => {
    /** The smallest side of a target (WCAG 2.2, 2.5.8). */
    const smallestPx = 23.5
    /** Longer words may have to break: a name of sixty letters, an address. */
    const longestWord = 14

    const targets = 'a[href], button, input, select, textarea, summary, [role=option], [role=menuitem], [role=tab]'

    function isSeen(element: Element): boolean {
      const { width, height } = element.getBoundingClientRect()
      return (
        width > 1 &&
        height > 1 &&
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.closest('[aria-hidden=true], [inert]')
      )
    }

    /** A link within a sentence has the height of its line. */
    function isInSentence(element: Element): boolean {
      if (element.tagName !== 'A' || getComputedStyle(element).display !== 'inline') return false
      const sentence = element.closest('p, li, dd, label')
      return sentence !== null && (sentence.textContent ?? '').trim() !== (element.textContent ?? '').trim()
    }

    function sidesOf(element: Element): [number, number] {
      const { width, height } = element.getBoundingClientRect()
      // Includes the surrounding area, which takes taps too.
      const around = getComputedStyle(element, '::before')
      const isTap = around.content !== 'none' && around.position === 'absolute'
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      const boxes = labels.map((label) => label.getBoundingClientRect())
      return [
        Math.max(width, isTap ? parseFloat(around.width) : 0, ...boxes.map((box) => box.width)),
        Math.max(height, isTap ? parseFloat(around.height) : 0, ...boxes.map((box) => box.height)),
      ]
    }

    const small_targets = [...document.querySelectorAll(targets)]
      .filter((element) => isSeen(element) && !isInSentence(element))
      .flatMap((element) => {
        const [width, height] = sidesOf(element)
        if (Math.min(width, height) >= smallestPx) return []
        const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
        return [`${element.tagName} ${name.trim().slice(0, 40)} ${Math.round(width)}×${Math.round(height)}`]
      })

    function isCut(node: Text, word: RegExpMatchArray): boolean {
      const range = document.createRange()
      range.setStart(node, word.index ?? 0)
      range.setEnd(node, (word.index ?? 0) + word[0].length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 3)))
      return lines.size > 1
    }

    const broken_words: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement
      if (!(node instanceof Text) || parent === null || node.data.trim() === '' || !isSeen(parent)) continue
      if (getComputedStyle(parent).hyphens === 'auto') continue
      for (const word of node.data.matchAll(/(?<!\S)[\p{L}\p{N}]{2,}(?=[.,:;!?)]*(?:\s|$))/gu))
        if (word[0].length <= longestWord && isCut(node, word)) broken_words.push(`${word[0]} in ${parent.tagName}`)
    }
    return {
      too_wide: Math.max(0, document.documentElement.scrollWidth - innerWidth),
      small_targets,
      broken_words,
    }
  })
}
