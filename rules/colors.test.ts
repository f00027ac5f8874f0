import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastOf, isColor, paletteOf, themeColorsOf } from './colors.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('contrast is calculated as WCAG defines it', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastOf('#0c2118', '#0c2118')).toBe(1)
})

test("the product's own colors do not change in the light theme, nor its pages in either theme", () => {
  const { light, dark } = paletteOf({ main: '#0c2118', accent: '#def53b' })
  expect(light).toMatchObject({ page: '#f3f0e7', surface: '#fdfcf8', main: '#0c2118', on_main: '#def53b' })
  expect(dark).toMatchObject({ page: '#08130e', surface: '#0f1f17', accent: '#def53b', on_accent: '#0c1d15' })
})

test(
  'for any two brand colors, text contrast is at least 4.5:1 and colors stand out from the page by at least 3:1, in both themes',
  { tags: 'slow', timeout: 60_000 },
  () => {
    fc.assert(
      fc.property(color, color, (main, accent) => {
        const pairs: [what: string, on: string, least: number][] = []
        const themes = Object.values(paletteOf({ main, accent }))
        for (const theme of themes) {
          for (const ground of [theme.page, theme.surface])
            for (const shade of [theme.main, theme.accent]) pairs.push([shade, ground, 3])
          pairs.push([theme.on_main, theme.main, 4.5], [theme.on_accent, theme.accent, 4.5])
        }
        const sheet = themeColorsOf({ main, accent })
        for (const theme of [0, 1] as const) {
          const of = (name: string) => sheet[name]?.[theme] ?? ''
          pairs.push([of('board'), '#f5f3ea', 7])
          for (const [words, ground] of [
            ['live', 'board'],
            ['on-board-soft', 'board'],
            ['on-live', 'live'],
            ['on-action', 'action'],
            ['on-action', 'action-hover'],
          ] as const)
            pairs.push([of(words), of(ground), 4.5])
          const ink = theme === 0 ? '#0c1d15' : '#eff2e7'
          for (const ground of ['chalk', 'surface', 'sunk']) pairs.push([ink, of(ground), 12])
        }
        // One assertion covers all colors, because there are ten thousand runs.
        const isLow = ([what, on, least]: (typeof pairs)[number]) => !(contrastOf(what, on) >= least)
        const unknown = themes.flatMap((theme) => Object.values(theme)).filter((each) => !isColor(each))
        expect([pairs.filter(isLow), unknown]).toEqual([[], []])
      }),
      { numRuns: 10_000 },
    )
  },
)
