import { areaName, type AreaSlug } from '#/contract/areas.ts'
import type { PlayoffRow, StageOfPlayoffs } from '#/features/playoffs/contract.ts'
import { formatShortDay } from '#/contract/format.ts'
import { finalOf, sideOf } from '#/features/playoffs/format.ts'
import type { Lettering } from '#/server/lettering.ts'
import {
  boardColors,
  box,
  chalk,
  drawFitting,
  drawName,
  drawRight,
  ink,
  lettered,
  line,
  named,
  onBoard,
  pictureSize,
  small,
  soft,
  strong,
  surface,
} from './drawing.ts'

type PicturedPlayoffs = {
  area: AreaSlug
  division_name: string
  season: string
  year: number
  stages: readonly StageOfPlayoffs[]
}

// The light theme's colors from web/ui/theme.css.
const edge = '#728078'
const good = '#17663a'

const margin = 40
const gap = 28
const headHeight = 122
const [top, bottom] = [186, 612]
const boxHeight = 68

/**
 * A bracket as an SVG of 1200 by 630. All text is outlines, so that it looks the same on a machine without fonts.
 * `logo`: the organization's, as a PNG.
 */
export function drawBracket(
  { area, division_name, season, year, stages }: PicturedPlayoffs,
  pen: Lettering,
  logo: Buffer | null = null,
): string {
  const { board, onBoardSoft } = boardColors()
  // Earlier rounds have more matches than fit.
  const rounds = stages.filter(({ stage, rows }) => stage > 0 && stage < 4 && rows.length > 0)
  const champion = stages.find(({ stage }) => stage === 4)?.rows[0]?.player_one ?? null
  const end = finalOf(stages)?.provisional ? 'Champion, provisional' : 'Champion'
  const endWidth = 228
  const room = pictureSize.width - 2 * margin - endWidth - rounds.length * gap
  const width = Math.min(420, room / Math.max(1, rounds.length))
  const left = (index: number) => margin + index * (width + gap)
  const columns = rounds.map((round, index) =>
    drawRound(pen, stages, round, { x: left(index), width, isFirst: index === 0 }),
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureSize.width}" height="${pictureSize.height}">`,
    box(0, 0, pictureSize.width, pictureSize.height, chalk),
    box(0, 0, pictureSize.width, headHeight, board),
    drawFitting(pen, division_name, lettered, 56, 40, 820, margin, 66, onBoard),
    pen.draw(`${areaName(area)}, ${season} ${year} play-offs`, small, 24, margin, 101, onBoardSoft),
    drawName(pen, logo, pictureSize.width - margin),
    ...columns,
    drawEnd(pen, end, champion, left(rounds.length), Math.min(420, pictureSize.width - margin - left(rounds.length))),
    '</svg>',
  ].join('')
}

type Column = { x: number; width: number; isFirst: boolean }

function drawRound(
  pen: Lettering,
  stages: readonly StageOfPlayoffs[],
  { stage, name, date, rows }: StageOfPlayoffs,
  { x, width, isFirst }: Column,
): string {
  const slots = 2 ** (3 - stage)
  const height = (bottom - top) / slots
  const middle = (slot: number) => top + (slot - 0.5) * height
  const day = date === null ? '' : formatShortDay(date)
  const drawn = [
    pen.draw(name, lettered, 24, x, top - 24, ink),
    pen.draw(day, small, 17, x + width - pen.widthOf(day, small, 17), top - 24, soft),
  ]
  for (let slot = 1; slot <= slots; slot += 1) {
    const y = middle(slot)
    const row = rows.find((each) => each.slot === slot)
    const bye = row ? null : afterBye(stages, stage, slot)
    if (!isFirst) drawn.push(stroke(`M${x - gap / 2} ${y}h${gap / 2}`))
    if (row || bye) {
      const far = stage < 3 ? height / 2 : 0
      const end = x + width
      drawn.push(stroke(`M${end} ${y}h${gap / 2}${far > 0 ? `v${slot % 2 === 1 ? far : -far}` : 'h14'}`))
    }
    if (row) drawn.push(drawMatch(pen, row, x, y - boxHeight / 2, width))
    else if (bye) drawn.push(drawBye(pen, bye, x, y, width))
  }
  return drawn.join('')
}

function drawMatch(pen: Lettering, row: PlayoffRow, x: number, y: number, width: number): string {
  const half = boxHeight / 2
  const figures = columnsOf(row)
  // Columns as wide as the wider of the two figures, so that sets line up.
  const widths = figures.map((pair) => Math.max(...pair.map((figure) => pen.widthOf(figure, strong, figureSize))))
  return [
    frame(x, y, width, boxHeight),
    row.provisional ? pen.draw('Provisional', small, 17, x, y + boxHeight + 22, soft) : '',
    stroke(`M${x} ${y + half}h${width}`, line),
    ...(['player_one', 'player_two'] as const).map((side, index) =>
      drawSide(pen, row, side, {
        x,
        y: y + index * half,
        width,
        widths,
        figures: figures.map((pair) => pair[index] ?? ''),
      }),
    ),
  ].join('')
}

const figureSize = 20

type SidePlace = { x: number; y: number; width: number; widths: readonly number[]; figures: readonly string[] }

function drawSide(
  pen: Lettering,
  row: PlayoffRow,
  side: 'player_one' | 'player_two',
  { x, y, width, widths, figures }: SidePlace,
): string {
  const { name, seed, won, lost } = sideOf(row, side)
  const base = y + 24
  const fill = name === null || lost ? soft : ink
  const face = won ? strong : named
  let right = x + width - 12
  const drawn: string[] = []
  for (let at = figures.length - 1; at >= 0; at -= 1) {
    drawn.push(drawRight(pen, figures[at] ?? '', face, figureSize, right, base, fill))
    right -= (widths[at] ?? 0) + 12
  }
  return [
    won ? box(x, y + 1, 4, boxHeight / 2 - 2, good) : '',
    seed === null ? '' : drawRight(pen, String(seed), small, 14, x + 24, base - 1, soft),
    drawFitting(pen, name ?? 'To be decided', face, 20, 15, right - x - 34, x + 34, base, fill),
    ...drawn,
  ].join('')
}

/** The score in columns of two: each set's games, and 'ret.' or 'w.o.' beside the side that could not continue. */
function columnsOf({ score, winner }: PlayoffRow): [string, string][] {
  const games = [...score.matchAll(/(\d+)-(\d+)/g)].map(([, one = '', two = '']): [string, string] => [one, two])
  const early = /ret\.|w\.o\./.exec(score)?.[0]
  if (early && winner !== null) games.push(winner === 'player_one' ? ['', early] : [early, ''])
  return games
}

function drawBye(pen: Lettering, { name, seed }: Bye, x: number, y: number, width: number): string {
  const [height, word] = [boxHeight / 2, 'Bye']
  return [
    `<rect x="${x}" y="${y - height / 2}" width="${width}" height="${height}" rx="3" fill="none" stroke="${edge}" stroke-dasharray="4 4"/>`,
    seed === null ? '' : drawRight(pen, String(seed), small, 14, x + 24, y + 6, soft),
    drawFitting(pen, name ?? '', named, 20, 15, width - 80, x + 34, y + 7, soft),
    drawRight(pen, word, small, 15, x + width - 12, y + 6, soft),
  ].join('')
}

type Bye = { name: string | null; seed: number | null }

/** The entry that advances from a slot without a match. */
function afterBye(stages: readonly StageOfPlayoffs[], stage: number, slot: number): Bye | null {
  const next = stages.find((each) => each.stage === stage + 1)?.rows.find((row) => row.slot === Math.ceil(slot / 2))
  return next ? sideOf(next, slot % 2 === 1 ? 'player_one' : 'player_two') : null
}

/** The champion's board at the end of the bracket, slightly higher than the final. */
function drawEnd(pen: Lettering, title: string, champion: string | null, x: number, width: number): string {
  const { board, onBoardSoft, live } = boardColors()
  const y = (top + bottom) / 2 - 62
  const words = (champion ?? 'Still open').split(champion?.includes(' & ') ? ' & ' : ' ')
  const lines = champion?.includes(' & ') ? words : [words.join(' ')]
  const size = lines.length > 1 ? 27 : 34
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="124" rx="3" fill="${board}"/>`,
    pen.draw(title, strong, 20, x + 20, y + 36, champion === null ? onBoardSoft : live),
    ...lines.map((text, index) =>
      drawFitting(
        pen,
        text,
        lettered,
        size,
        18,
        width - 40,
        x + 20,
        y + (lines.length > 1 ? 68 : 84) + index * 34,
        champion === null ? onBoardSoft : onBoard,
      ),
    ),
  ].join('')
}

function frame(x: number, y: number, width: number, height: number): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="3" fill="${surface}" stroke="${line}"/>`
}

function stroke(path: string, color = edge): string {
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="2"/>`
}
