import { useState } from 'react'
import Monitor from 'lucide:monitor'
import Moon from 'lucide:moon'
import Sun from 'lucide:sun'
import { applyTheme, storedTheme, type Theme } from './theme.ts'

const choices = [
  { theme: 'system', label: 'As this device', Icon: Monitor },
  { theme: 'light', label: 'Day', Icon: Sun },
  { theme: 'dark', label: 'Night', Icon: Moon },
] as const

/** Light, dark, or the device's setting. */
export function ThemeToggle() {
  const [theme, setTheme] = useState<Theme>(storedTheme)
  return (
    <fieldset className="inline-flex rounded-sm border border-current/40">
      <legend className="sr-only">Theme</legend>
      {choices.map((choice) => (
        <label
          key={choice.theme}
          title={choice.label}
          className="relative grid size-11 place-items-center has-checked:bg-current/15 forced-colors:has-checked:[outline:2px_solid] has-focus-visible:[outline:3px_solid_var(--focus)]"
        >
          <input
            type="radio"
            name="theme"
            aria-label={choice.label}
            checked={theme === choice.theme}
            onChange={() => {
              setTheme(choice.theme)
              applyTheme(choice.theme)
            }}
            className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
          />
          <choice.Icon size={18} aria-hidden="true" />
        </label>
      ))}
    </fieldset>
  )
}
