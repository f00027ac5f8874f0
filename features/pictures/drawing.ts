import { organization } from '#/contract/organization.ts'
import { themeColorsOf } from '#/rules/colors.ts'
import type { Face, Lettering } from '#/server/lettering.ts'
import { drawSignOnPlate } from '#/server/sign.ts'

/** The size that chat programs show uncropped. */
export const pictureSize = { width: 1200, height: 630 }

// The light theme's colors from web/ui/theme.css.
export const ink = '#0c1d15'
export const soft = '#47584f'
export const chalk = '#f3f0e7'
export const surface = '#fdfcf8'
export const line = '#d5d0c1'
export const onBoard = '#f5f3ea'

export const lettered: Face = { weight: 780, width: 75 }
export const named: Face = { weight: 520, width: 80 }
export const strong: Face = { weight: 720, width: 80 }
export const small: Face = { weight: 480, width: 100 }

/** The organization's colors: the board, and the text on it. */
export function boardColors() {
  const { main_color: main, accent_color: accent } = organization()
  const sheet = themeColorsOf({ main, accent })
  const of = (name: string) => sheet[name]?.[0] ?? onBoard
  return {
    board: of('board'),
    onBoardSoft: of('on-board-soft'),
    well: of('board-well'),
    live: of('live'),
    onLive: of('on-live'),
  }
}

/** The organization's logo or default symbol, and its short name, up to `right`. */
export function drawName(pen: Lettering, logo: Buffer | null, right: number): string {
  const { live, onLive } = boardColors()
  const width = pen.widthOf(organization().short_name, lettered, 44)
  const x = right - width
  const place = `translate(${x - 60} 36) scale(0.8)`
  const mark = logo
    ? `<path fill="${surface}" d="M4 4h56v56H4z"/><image x="8" y="8" width="48" height="48" href="data:image/png;base64,${logo.toString('base64')}"/>`
    : drawSignOnPlate(organization(), pen, { plate: live, words: onLive })
  return `<g transform="${place}">${mark}</g>${pen.draw(organization().short_name, lettered, 44, x, 77, onBoard)}`
}

/** Text fitted to the width: smaller, down to `least`, then with initials, then cut. */
export function drawFitting(
  pen: Lettering,
  text: string,
  face: Face,
  size: number,
  least: number,
  room: number,
  x: number,
  y: number,
  fill: string,
): string {
  for (const shown of [text, initialled(text)]) {
    const fitting = Math.min(size, (size * room) / pen.widthOf(shown, face, size))
    if (fitting >= least) return pen.draw(shown, face, fitting, x, y, fill)
  }
  const letters = Array.from(initialled(text))
  while (letters.length > 1 && pen.widthOf(`${letters.join('')}…`, face, least) > room) letters.pop()
  return pen.draw(`${letters.join('')}…`, face, least, x, y, fill)
}

/** 'Ada Moreno & Bea Lund' as 'A. Moreno & B. Lund'. */
function initialled(text: string): string {
  return text
    .split(' & ')
    .map((name) => name.replace(/^(\p{L})\S*(?=\s)/u, '$1.'))
    .join(' & ')
}

export function drawRight(
  pen: Lettering,
  text: string,
  face: Face,
  size: number,
  x: number,
  y: number,
  fill: string,
): string {
  return pen.draw(text, face, size, x - pen.widthOf(text, face, size), y, fill)
}

export function box(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`
}
