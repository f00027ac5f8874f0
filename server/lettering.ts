import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { splitDirections } from '#/rules/direction.ts'

/** The product's font at a weight and a width (percent). */
export type Face = { weight: number; width: number }

/** Sets text in pictures as outlines, so that the machine needs no font. Sizes and widths are in the picture's units. */
export type Lettering = {
  /** Whether the font has every character of a text. Others are drawn as a box. */
  has(text: string): boolean
  widthOf(text: string, face: Face, size: number): number
  /** SVG: the text as outlines, its baseline beginning at x, y. */
  draw(text: string, face: Face, size: number, x: number, y: number, fill: string): string
}

let opened: Promise<Lettering> | undefined

/** The lettering of the pages (web/ui/theme.css). Opened at the first picture. */
export function openLettering(): Promise<Lettering> {
  opened ??= open()
  return opened
}

// Latin, and the other files that the pages load for European names.
const files = ['archivo-latin-wdth-normal', 'archivo-latin-ext-wdth-normal']

async function open(): Promise<Lettering> {
  // Both libraries load WebAssembly, which a server that draws no pictures does not need.
  const [hb, { default: decompress }] = await Promise.all([import('harfbuzzjs'), import('woff2-encoder/decompress')])
  const faces = await Promise.all(
    files.map(async (file) => {
      const url = import.meta.resolve(`@fontsource-variable/archivo/files/${file}.woff2`)
      const face = new hb.Face(new hb.Blob(await decompress(await readFile(fileURLToPath(url)))))
      return { face, known: new Set(face.collectUnicodes()) }
    }),
  )
  const fonts = new Map<string, InstanceType<typeof hb.Font>[]>()
  const fontsOf = ({ weight, width }: Face) => {
    const key = `${weight} ${width}`
    const made =
      fonts.get(key) ??
      faces.map(({ face }) => {
        const font = new hb.Font(face)
        font.setVariations([new hb.Variation('wght', weight), new hb.Variation('wdth', width)])
        return font
      })
    fonts.set(key, made)
    return made
  }

  /** The text's glyphs from left to right, in units of the font. */
  function shape(text: string, look: Face) {
    const set = fontsOf(look)
    let advance = 0
    const glyphs: { path: string; x: number; y: number }[] = []
    for (const { part, of } of partsOf(text)) {
      const font = set[of]
      if (!font) continue
      const buffer = new hb.Buffer()
      buffer.addText(part)
      buffer.guessSegmentProperties()
      hb.shape(font, buffer)
      const positions = buffer.getGlyphPositions()
      for (const [index, { codepoint: glyph }] of buffer.getGlyphInfos().entries()) {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
        glyphs.push({ path: font.glyphToPath(glyph), x: advance + xOffset, y: yOffset })
        advance += xAdvance
      }
    }
    return { advance, glyphs }
  }

  /** The text in runs, each with the font file that has its characters. The first file draws a box for those that no file has. */
  function partsOf(text: string): { part: string; of: number }[] {
    return splitDirections(text.normalize('NFC')).flatMap(partsOfOneDirection)
  }

  function partsOfOneDirection(text: string): { part: string; of: number }[] {
    const parts: { part: string; of: number }[] = []
    for (const character of text) {
      const of = Math.max(
        0,
        faces.findIndex(({ known }) => known.has(character.codePointAt(0) ?? 0)),
      )
      const last = parts.at(-1)
      if (last?.of === of) last.part += character
      else parts.push({ part: character, of })
    }
    return parts
  }

  const perEm = faces[0]?.face.upem ?? 1000
  return {
    has: (text) =>
      Array.from(text.normalize('NFC')).every((character) =>
        faces.some(({ known }) => known.has(character.codePointAt(0) ?? 0)),
      ),
    widthOf: (text, face, size) => (shape(text, face).advance * size) / perEm,
    draw(text, face, size, x, y, fill) {
      const scale = (size / perEm).toFixed(5)
      const outlines = shape(text, face).glyphs.map((glyph) =>
        glyph.path === '' ? '' : `<path transform="translate(${glyph.x} ${glyph.y})" d="${glyph.path}"/>`,
      )
      return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} -${scale})">${outlines.join('')}</g>`
    },
  }
}
