import { areaName } from '#/contract/areas.ts'
import { formatDay } from '#/contract/format.ts'
import type { PublicResult } from '#/features/matches/contract.ts'
import { scoreOutcome } from '#/rules/outcome.ts'
import type { Lettering } from '#/server/lettering.ts'
import { boardColors, box, drawFitting, drawRight, lettered, named, onBoard, small, strong } from './drawing.ts'
import { drawFrame, drawHead, frames, type Frame } from './frame.ts'
import type { Shape } from './shapes.ts'

/** A result on a scoreboard as an SVG, all text as outlines. `logo`: the organization's, as a PNG. */
export function drawResult(result: PublicResult, shape: Shape, pen: Lettering, logo: Buffer | null = null): string {
  const frame = frames[shape]
  const { live, onBoardSoft } = boardColors()
  const { winner, opponent, match_date, match_status, score_line, provisional, decides_title } = result
  const isTie = !scoreOutcome(match_status).has_winner
  const { margin, scale, room, top } = frame
  const names = isTie ? `${winner.name} and ${opponent.name}` : winner.name
  const said = isTie ? 'Tied' : decides_title ? 'Champion' : 'Winner'
  const notes = [
    formatDay(match_date),
    ...(match_status === null ? [] : [score_line]),
    ...(provisional ? ['Provisional'] : []),
  ]
  return drawFrame(frame, [
    drawHead(frame, pen, logo, {
      title: result.level_name,
      subtitle: `${result.league_name} ${result.year}, ${areaName(result.area)}`,
    }),
    pen.draw(said, strong, 34 * scale, margin, top, live),
    drawFitting(pen, names, lettered, 96 * scale, 40 * scale, room, margin, top + 96 * scale, onBoard),
    decides_title
      ? drawFitting(pen, titleOf(result), named, 32 * scale, 20 * scale, room, margin, top + 148 * scale, onBoardSoft)
      : '',
    drawRows(result, isTie, frame, top + 176 * scale, pen),
    pen.draw(notes.join(' · '), small, 24 * scale, margin, top + 416 * scale, onBoardSoft),
  ])
}

function titleOf({ level_name, league_name, year }: PublicResult): string {
  return `${level_name} play-offs, ${league_name} ${year}`
}

const rowHeight = 92
const rowGap = 10

/** Both sides below each other with the games of each set in columns. */
function drawRows(
  { winner, opponent, set_games, match_status }: PublicResult,
  isTie: boolean,
  { margin, scale, room }: Frame,
  top: number,
  pen: Lettering,
): string {
  const { well, live, onBoardSoft } = boardColors()
  const size = 56 * scale
  const early = set_games.length === 0 && match_status !== null
  const figures = early
    ? [['', 'w.o.'] as const]
    : set_games.map(({ score_1, score_2 }) => [String(score_1), String(score_2)] as const)
  const widths = figures.map((pair) => Math.max(...pair.map((figure) => pen.widthOf(figure, strong, size))))
  return [winner.name, opponent.name]
    .map((name, index) => {
      const y = top + index * (rowHeight + rowGap) * scale
      const isWinner = index === 0 && !isTie
      const base = y + 64 * scale
      let right = margin + room - 28 * scale
      const drawn: string[] = []
      for (let at = figures.length - 1; at >= 0; at -= 1) {
        const figure = figures[at]?.[index] ?? ''
        drawn.push(drawRight(pen, figure, strong, size, right, base + 4 * scale, isWinner ? live : onBoardSoft))
        right -= (widths[at] ?? 0) + 34 * scale
      }
      const left = margin + 28 * scale
      return [
        box(margin, y, room, rowHeight * scale, well),
        isWinner ? box(margin, y, 8 * scale, rowHeight * scale, live) : '',
        drawFitting(pen, name, isWinner ? strong : named, 44 * scale, 22 * scale, right - left, left, base, onBoard),
        ...drawn,
      ].join('')
    })
    .join('')
}
