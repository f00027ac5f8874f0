import { hash } from 'node:crypto'
import { defaultOrganization, type Organization } from '#/contract/organization.ts'
import { wordsOn } from '#/rules/colors.ts'
import { courtLines, initialsOf, productSign, sitsOnBaseline } from '#/rules/sign.ts'
import type { Lettering } from './lettering.ts'
import { escapeHtml } from './outside/email-layout.ts'

/** The parts of a sign. */
export type SignSource = Pick<Organization, 'short_name' | 'main_color' | 'accent_color' | 'locale'>

/** The version of the drawing. Increase it when the drawing changes, so that browsers load it again. */
const DRAWING = 1

/** The part of an icon that the product's own sign fills. */
const BOARD_SHARE = 0.78

/** The letters of a sign on icons and pictures. */
const face = { weight: 780, width: 82 }
/** The height of capitals and figures as a part of the font's size. */
const CAPITAL_HEIGHT = 0.686

/** The middle of an icon that every phone shows (w3.org/TR/appmanifest, "Safe zone"). */
const SAFE = 0.84

/** The name of an organization's sign, which changes with its drawing. */
export function signHashOf(of: SignSource): string {
  const what = isProduct(of) ? 'product' : [initialsOf(of.short_name, of.locale)]
  const content = JSON.stringify([DRAWING, what, of.main_color, of.accent_color])
  return hash('sha256', content).slice(0, 32)
}

/**
 * A sign as an SVG: a square in the main color. `icon`: small enough for a phone to cut a circle out of it. `texts`: letters
 * that our font does not have may use one of the reader's fonts. Otherwise the lines of a court replace them.
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

/** A sign as a part of a picture, in a square of 64, with its plate as on pages. */
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
  const onBaseline = sitsOnBaseline(letters)
  const size = letters.length > 1 && onBaseline ? 34 : 42
  const place = onBaseline ? `y="${32 + (size * CAPITAL_HEIGHT) / 2}"` : 'y="33" dominant-baseline="central"'
  return `<text x="32" ${place} text-anchor="middle" font-family="system-ui, sans-serif" font-weight="700" font-size="${size}" fill="${words}">${escapeHtml(letters)}</text>`
}

/** Whether the short name is the product's, because nobody has entered another. */
function isProduct({ short_name }: SignSource): boolean {
  return short_name === defaultOrganization.short_name
}
