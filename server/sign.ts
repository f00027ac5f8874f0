import { hash } from 'node:crypto'
import { defaultOrganization, type Organization } from '#/contract/organization.ts'
import { wordsOn } from '#/rules/colors.ts'
import { courtLines, initialsOf, productSign, sitsOnBaseline } from '#/rules/sign.ts'
import type { Lettering } from './lettering.ts'
import { escapeHtml } from './outside/email-layout.ts'

/** What a sign is made of. */
export type SignSource = Pick<Organization, 'short_name' | 'main_color' | 'accent_color' | 'locale'>

/** How a sign is drawn: another number where it is drawn otherwise, so that browsers ask for it again. */
const DRAWING = 1

/** What the product's own sign fills of an icon. */
const BOARD_SHARE = 0.78

/** The letters of a sign as they stand on icons and pictures. */
const face = { weight: 780, width: 82 }
/** The height of capitals and figures in the font, of its size. */
const CAPITAL_HEIGHT = 0.686

/** The middle of an icon that every phone shows, whatever it cuts off (w3.org/TR/appmanifest, "Safe zone"). */
const SAFE = 0.84

/** The name of an organization's sign: it changes with what is drawn. */
export function signHashOf(of: SignSource): string {
  const what = isProduct(of) ? 'product' : [initialsOf(of.short_name, of.locale)]
  const content = JSON.stringify([DRAWING, what, of.main_color, of.accent_color])
  return hash('sha256', content).slice(0, 32)
}

/**
 * A sign as an SVG: a square in the main color. `icon`: so much smaller that a phone may cut a circle out of it. `texts`:
 * letters that our font does not have may be set in one of the reader's; without it, they are the lines of a court.
 */
export function drawSign(
  of: SignSource,
  pen: Lettering,
  { side, icon = false, texts = false }: { side: number; icon?: boolean; texts?: boolean },
): string {
  const ground = of.main_color
  const figure = wordsOn(ground, of.accent_color)
  const share = (icon ? SAFE : 1) * (isProduct(of) ? BOARD_SHARE : 1)
  const mark = isProduct(of)
    ? drawBoard({ plate: figure, words: wordsOn(figure, ground) })
    : drawLetters(of, pen, { words: figure, texts })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 64 64">`,
    `<path fill="${ground}" d="M0 0h64v64H0z"/>`,
    `<g transform="translate(${32 - 32 * share} ${32 - 32 * share}) scale(${share})">${mark}</g></svg>`,
  ].join('')
}

/** A sign as a part of a picture, in a square of 64: a plate of its own, as pages have it. */
export function drawSignOnPlate(of: SignSource, pen: Lettering, colors: { plate: string; words: string }): string {
  if (isProduct(of)) return drawBoard(colors)
  return `<path fill="${colors.plate}" d="M4 4h56v56H4z"/>${drawLetters(of, pen, colors)}`
}

function drawBoard({ plate, words }: { plate: string; words: string }): string {
  return `<path fill="${plate}" d="${productSign.board}"/><path fill="${words}" d="${productSign.rows}"/>`
}

function drawLetters(
  { short_name, locale }: SignSource,
  pen: Lettering,
  { words, texts = false }: { words: string; texts?: boolean },
): string {
  const letters = initialsOf(short_name, locale)
  if (letters !== null && pen.has(letters)) {
    const size = Math.min(52, 46 / pen.widthOf(letters, face, 1))
    const left = 32 - pen.widthOf(letters, face, size) / 2
    return pen.draw(letters, face, size, left, 32 + (size * CAPITAL_HEIGHT) / 2, words)
  }
  if (letters === null || !texts) return `<path fill="none" stroke="${words}" stroke-width="3" d="${courtLines}"/>`
  const stands = sitsOnBaseline(letters)
  const size = letters.length > 1 && stands ? 34 : 42
  const place = stands ? `y="${32 + (size * CAPITAL_HEIGHT) / 2}"` : 'y="33" dominant-baseline="central"'
  return `<text x="32" ${place} text-anchor="middle" font-family="system-ui, sans-serif" font-weight="700" font-size="${size}" fill="${words}">${escapeHtml(letters)}</text>`
}

/** The short name is the product's: nobody has entered another. */
function isProduct({ short_name }: SignSource): boolean {
  return short_name === defaultOrganization.short_name
}
