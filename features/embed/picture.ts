import { organization } from '#/contract/organization.ts'
import { pictureSize } from '#/features/pictures/drawing.ts'
import type { Face, Lettering } from '#/server/lettering.ts'
import { paletteOf } from '#/rules/colors.ts'
import type { Sheet } from './sheet.ts'

const lettered: Face = { weight: 780, width: 75 }
const strong: Face = { weight: 720, width: 80 }
const plain: Face = { weight: 520, width: 90 }

const { width, height } = pictureSize
const margin = 48
const room = width - 2 * margin
const gap = 40
const lineHeight = 56
const MOST_LINES = 6

// The light theme's colors from web/ui/theme.css.
const [ink, soft] = ['#0c1d15', '#47584f']

/** The page as an SVG for link previews: its title and first rows. */
export function drawSheet(sheet: Sheet, pen: Lettering): string {
  const { main_color: main, accent_color: accent, name } = organization()
  const { light } = paletteOf({ main, accent })
  const fitted = (text: string, face: Face, size: number, y: number) => {
    const wide = pen.widthOf(text, face, size)
    return pen.draw(text, face, wide > room ? (size * room) / wide : size, margin, y, light.on_main)
  }
  const section = sheet.sections.find(({ rows }) => rows.length > 0)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${light.surface}"/>`,
    `<rect width="${width}" height="180" fill="${light.main}"/>`,
    fitted(sheet.title, lettered, 64, 92),
    fitted(`${sheet.subtitle} · ${name}`, strong, 30, 146),
    section ? drawTable(pen, section) : pen.draw(sheet.empty, plain, 34, margin, 250, ink),
    '</svg>',
  ].join('')
}

/** The first rows under their headings, as large as they fit. */
function drawTable(pen: Lettering, { columns, rows }: Sheet['sections'][number]): string {
  const lines = [columns.map(({ label }) => label), ...rows.slice(0, MOST_LINES)]
  const widths = columns.map((_, at) => Math.max(...lines.map((cells) => pen.widthOf(cells[at] ?? '', plain, 1))))
  const widest = widths.reduce((sum, each) => sum + each, 0)
  const size = Math.min(34, (room - gap * (columns.length - 1)) / Math.max(1, widest))
  const drawn: string[] = []
  let x = margin
  for (const [at, { is_number }] of columns.entries()) {
    const wide = (widths[at] ?? 0) * size
    for (const [index, cells] of lines.entries()) {
      const cell = cells[at] ?? ''
      const start = is_number ? x + wide - pen.widthOf(cell, plain, size) : x
      drawn.push(pen.draw(cell, plain, size, start, 240 + index * lineHeight, index === 0 ? soft : ink))
    }
    x += wide + gap
  }
  return drawn.join('')
}
