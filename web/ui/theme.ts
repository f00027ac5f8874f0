export type Theme = 'system' | 'light' | 'dark'

const key = 'theme'

/** The theme the player chose on this device. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(key)
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
