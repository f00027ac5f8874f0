// Colors are '#rrggbb'. Shades are computed in OKLCH (bottosson.github.io/posts/oklab), where lightness matches
// perception. Contrast follows WCAG 2.2.

/** The colors of one theme, derived from an organization's two. */
export type ThemeColors = {
  page: string
  surface: string
  /** The main and accent colors, each with a contrast of at least 3:1 against both the page and the surface. */
  main: string
  accent: string
  /** Text on those colors, with at least 4.5:1. */
  on_main: string
  on_accent: string
}

/** All colors derived from an organization's two. */
export type Palette = { light: ThemeColors; dark: ThemeColors }

/** Minimum contrast of a graphic against its surroundings (WCAG 1.4.11) and of text (1.4.3). */
const GRAPHIC_CONTRAST = 3
const TEXT_CONTRAST = 4.5
/** Minimum contrast on the scoreboard, which is read from a distance. */
const PLATE_CONTRAST = 7

/** Page backgrounds: paper in the light theme, a black tinted with the main color in the dark one. */
const lightPage = { page: '#f3f0e7', surface: '#fdfcf8' }
const darkPage = { page: '#08130e', surface: '#0f1f17' }
const ink = '#0c1d15'
const chalk = '#f5f3ea'

/** Derives the colors of both themes from any two colors. */
export function paletteOf({ main, accent }: { main: string; accent: string }): Palette {
  const dark = { page: tint(darkPage.page, main), surface: tint(darkPage.surface, main) }
  return { light: themeOf(main, accent, lightPage, 'darker'), dark: themeOf(main, accent, dark, 'lighter') }
}

function themeOf(
  main: string,
  accent: string,
  grounds: { page: string; surface: string },
  way: 'darker' | 'lighter',
): ThemeColors {
  const on = [grounds.page, grounds.surface]
  const shade = { main: reach(main, on, GRAPHIC_CONTRAST, way), accent: reach(accent, on, GRAPHIC_CONTRAST, way) }
  return {
    ...grounds,
    ...shade,
    // A button in one brand color, with text in the other if it is legible.
    on_main: wordsOn(shade.main, accent),
    on_accent: textOn(shade.accent),
  }
}

/** A dark background in the hue of the color, for the scoreboard. */
export function plateOf(main: string, theme: 'light' | 'dark'): string {
  const { l, c, h } = toLch(main)
  if (theme === 'light' && l <= 0.3 && contrastOf(main, chalk) >= PLATE_CONTRAST) return main
  const deep = fromLch({ l: theme === 'light' ? 0.23 : 0.265, c: Math.min(c, 0.08), h })
  return reach(deep, [chalk], PLATE_CONTRAST, 'darker')
}

/** A shade of the color that is legible as text on each of these backgrounds. */
export function textShade(color: string, on: readonly string[]): string {
  return reach(color, on, TEXT_CONTRAST, 'lighter')
}

/** The hover shade of a button, with even more contrast for its text. */
function hoverOf(color: string, words: string): string {
  const { l, c, h } = toLch(color)
  const shade = fromLch({
    l: luminanceOf(words) > luminanceOf(color) ? Math.max(0, l - 0.05) : Math.min(1, l + 0.05),
    c,
    h,
  })
  return contrastOf(shade, words) >= TEXT_CONTRAST ? shade : color
}

/**
 * The values of the style sheet's variables (web/ui/theme.css) for an organization's two colors, by variable name:
 * light and dark. Status colors and court surfaces do not change.
 */
export function themeColorsOf(colors: { main: string; accent: string }): Record<string, [light: string, dark: string]> {
  const { light, dark } = paletteOf(colors)
  const plates: [string, string] = [plateOf(colors.main, 'light'), plateOf(colors.main, 'dark')]
  const lit = textShade(colors.accent, plates)
  const same = (color: string): [string, string] => [color, color]
  const tinted = (day: string, night: string): [string, string] => [tint(day, colors.main), tint(night, colors.main)]
  return {
    chalk: [light.page, dark.page],
    surface: [light.surface, dark.surface],
    sunk: ['#e9e5d9', tint('#050d09', colors.main)],
    line: ['#d5d0c1', tint('#24392e', colors.main)],
    board: plates,
    'board-well': tinted('#061510', '#08150f'),
    'board-line': tinted('#2b4638', '#33503f'),
    'on-board-soft': same(textShade(tint('#adc0b4', colors.main), plates)),
    live: same(lit),
    'on-live': same(textOn(lit)),
    action: [light.main, dark.accent],
    'action-hover': [hoverOf(light.main, light.on_main), hoverOf(dark.accent, dark.on_accent)],
    'on-action': [light.on_main, dark.on_accent],
  }
}

/** The text color on a background: `words` if it is legible there, otherwise `textOn`. */
export function wordsOn(color: string, words: string): string {
  return contrastOf(words, color) >= TEXT_CONTRAST ? words : textOn(color)
}

/** Ink or chalk, whichever is legible; black or white if neither is. */
export function textOn(color: string): string {
  const [best = ink] = [ink, chalk].toSorted((a, b) => contrastOf(b, color) - contrastOf(a, color))
  if (contrastOf(best, color) >= TEXT_CONTRAST) return best
  return contrastOf('#000000', color) > contrastOf('#ffffff', color) ? '#000000' : '#ffffff'
}

/** The nearest shade with the required contrast against all of these. Black or white if no shade has it. */
function reach(color: string, on: readonly string[], contrast: number, way: 'darker' | 'lighter'): string {
  const { l, c, h } = toLch(color)
  const end = way === 'darker' ? 0 : 1
  for (let step = 0; step <= 100; step += 1) {
    const shade = step === 0 ? color : fromLch({ l: l + ((end - l) * step) / 100, c, h })
    if (on.every((ground) => contrastOf(shade, ground) >= contrast)) return shade
  }
  return way === 'darker' ? '#000000' : '#ffffff'
}

/** The contrast ratio of two colors by WCAG 2.2, 1 to 21. */
export function contrastOf(one: string, two: string): number {
  const [a, b] = [luminanceOf(one), luminanceOf(two)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Whether a text is a color such as '#0c2118', in lower case. */
export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text)
}

/** A neutral in the hue of a color. Stays gray if the color is gray. */
function tint(neutral: string, color: string): string {
  const [ground, lead, origin] = [toLch(neutral), toLch(color), toLch(ownMain)]
  // The product's own colors must not change, and its neutrals already have a hue.
  return fromLch({ l: ground.l, c: ground.c * Math.min(1, lead.c / origin.c), h: ground.h + lead.h - origin.h })
}

const ownMain = '#0c2118'

type Lch = { l: number; c: number; h: number }

function luminanceOf(color: string): number {
  const [r = 0, g = 0, b = 0] = linearOf(color)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function linearOf(color: string): number[] {
  return [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
}

function toLch(color: string): Lch {
  const [r = 0, g = 0, b = 0] = linearOf(color)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  }
}

/** The color with this lightness and hue, and as much of the chroma as sRGB can show. */
function fromLch({ l, c, h }: Lch): string {
  for (let share = 20; share >= 0; share -= 1) {
    const rgb = linearFrom({ l, c: (c * share) / 20, h })
    if (rgb.every((value) => value >= -0.0005 && value <= 1.0005)) return hexOf(rgb)
  }
  return l < 0.5 ? '#000000' : '#ffffff'
}

function linearFrom({ l, c, h }: Lch): number[] {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ]
}

function hexOf(linear: readonly number[]): string {
  const parts = linear.map((value) => {
    const clipped = Math.min(1, Math.max(0, value))
    const coded = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055
    return Math.round(coded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}
