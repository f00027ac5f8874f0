export type Theme = 'system' | 'light' | 'dark'

const key = 'theme'

/** The theme that the player chose on this device. The server has none. */
export function storedTheme(): Theme {
  const stored = globalThis.document === undefined ? null : localStorage.getItem(key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Applies a theme to the page, before the first paint or on change; `system` follows the device. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset['theme']
    localStorage.removeItem(key)
  } else {
    document.documentElement.dataset['theme'] = theme
    localStorage.setItem(key, theme)
  }
}
