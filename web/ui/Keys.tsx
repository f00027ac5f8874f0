/** Keys to press: 'g p' one after the other, 'Mod+k' together. */
export function Keys({ keys }: { keys: string }) {
  const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
  return (
    <span className="inline-flex items-center gap-1">
      {keys.split(/[ +]/).map((key) => (
        <kbd
          key={key}
          className="min-w-6 rounded-sm border border-edge bg-sunk px-1.5 text-center font-[inherit] text-sm text-ink"
        >
          {key === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : key.length === 1 ? key.toUpperCase() : key}
        </kbd>
      ))}
    </span>
  )
}
