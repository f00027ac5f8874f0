export type Theme = 'system' | 'light' | 'dark'

const key = 'theme'

/** The theme the player chose on this device; the server, which makes frames of screens too, knows none. */
export function storedTheme(): Theme {
  const stored = globalThis.document === undefined ? null : localStorage.getItem(key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Puts a theme on the page, before the first paint or when it is chosen; `system` follows the device. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset['theme']
    localStorage.removeItem(key)
  } else {
    document.documentElement.dataset['theme'] = theme
    localStorage.setItem(key, theme)
  }
}
