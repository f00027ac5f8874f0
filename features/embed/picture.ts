import { organization } from '#/contract/organization.ts'
import { pictureSize } from '#/features/pictures/bracket-picture.ts'
import { openLettering, type Face } from '#/features/pictures/lettering.ts'
import { paletteOf } from '#/rules/colors.ts'
import type { Sheet } from './sheet.ts'

const title: Face = { weight: 780, width: 75 }
const strong: Face = { weight: 720, width: 80 }
const plain: Face = { weight: 520, width: 90 }

const MOST_LINES = 6
const margin = 48
const { width, height } = pictureSize

/** The page as a picture for link previews: its title, and its first lines. */
export async function drawSheet(sheet: Sheet): Promise<Buffer> {
  const pen = await openLettering()
  const { main_color: main, accent_color: accent, name } = organization()
  const { light } = paletteOf({ main, accent })
  const fit = (text: string, face: Face, size: number, room: number): number =>
    Math.min(size, (size * room) / Math.max(1, pen.widthOf(text, face, size)))
  const line = (text: string, face: Face, size: number, room: number, x: number, y: number, fill: string) =>
    pen.draw(text, face, fit(text, face, size, room), x, y, fill)
  const rows = sheet.sections.flatMap((section) => section.rows).slice(0, MOST_LINES)
  const lines = rows.length === 0 ? [[sheet.empty]] : rows
  const drawn = lines.map((cells, index) => {
    const text = cells.filter((cell) => cell !== '').join('   ')
    return line(text, plain, 34, width - 2 * margin, margin, 270 + index * 56, '#0c1d15')
  })
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${light.surface}"/>`,
    `<rect width="${width}" height="180" fill="${light.main}"/>`,
    line(sheet.title, title, 64, width - 2 * margin, margin, 92, light.on_main),
    line(`${sheet.subtitle} · ${name}`, strong, 30, width - 2 * margin, margin, 146, light.on_main),
    ...drawn,
    '</svg>',
  ].join('')
  // Loaded with the first picture, to keep the start fast.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).png().toBuffer()
}
