import { contrastOf, paletteOf, themeColorsOf, type ThemeColors } from '#/rules/colors.ts'

/** Previews two brand colors in both themes, with their derived shades. */
export function ColorPreview({ name, main, accent }: { name: string; main: string; accent: string }) {
  const palette = paletteOf({ main, accent })
  const sheet = themeColorsOf({ main, accent })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(['light', 'dark'] as const).map((theme, index) => (
        <figure key={theme} className="overflow-hidden rounded-md border border-line">
          <div className="flex flex-col" style={{ background: palette[theme].page }}>
            <p
              className="lettering flex items-center gap-2 px-4 py-3 text-xl"
              style={{ background: sheet['board']?.[index], color: '#f5f3ea' }}
            >
              <bdi className="truncate">{name}</bdi>
              <span className="size-2.5 shrink-0 rounded-full" style={{ background: sheet['live']?.[index] }} />
            </p>
            <div className="flex flex-wrap gap-3 p-4">
              <Sample ground={palette[theme].main} words={palette[theme].on_main} text="Main" />
              <Sample ground={palette[theme].accent} words={palette[theme].on_accent} text="Accent" />
            </div>
          </div>
          <figcaption className="border-t border-line bg-surface p-3 text-sm">
            <span className="font-[650]">{theme === 'light' ? 'By day' : 'By night'}</span>
            <Figures of={palette[theme]} />
          </figcaption>
        </figure>
      ))}
    </div>
  )
}

function Sample({ ground, words, text }: { ground: string; words: string; text: string }) {
  return (
    <span className="rounded-sm px-4 py-2.5 font-[650]" style={{ background: ground, color: words }}>
      {text}
    </span>
  )
}

function Figures({ of }: { of: ThemeColors }) {
  const figures = [
    ['Main on the page', contrastOf(of.main, of.page)],
    ['Text on main', contrastOf(of.on_main, of.main)],
    ['Accent on the page', contrastOf(of.accent, of.page)],
    ['Text on accent', contrastOf(of.on_accent, of.accent)],
  ] as const
  return (
    <dl className="mt-1 grid grid-cols-[1fr_auto] gap-x-4 text-ink-soft">
      {figures.map(([what, contrast]) => (
        <div key={what} className="col-span-2 grid grid-cols-subgrid">
          <dt>{what}</dt>
          <dd className="tabular">{contrast.toFixed(1)}:1</dd>
        </div>
      ))}
    </dl>
  )
}
