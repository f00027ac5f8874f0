import { formatRecord } from '#/features/players/format.ts'
import type { Recap } from '#/features/recap/contract.ts'
import { formatGain, formatMatches, formatOpponents, formatSeason, formatTitle } from '#/features/recap/format.ts'
import type { Lettering } from '#/server/lettering.ts'
import { boardColors, box, drawFitting, lettered, onBoard, small, strong } from './drawing.ts'
import { drawFrame, drawHead, frames, type Frame } from './frame.ts'
import type { Shape } from './shapes.ts'

type Tile = { term: string; value: string; note?: string }

const gap = 16

/** A season's highlights as tiles on the board, as an SVG with all text as outlines. `logo`: the organization's, as a PNG. */
export function drawRecap(recap: Recap, shape: Shape, pen: Lettering, logo: Buffer | null = null): string {
  const frame = frames[shape]
  const { margin, room, scale, head } = frame
  const { live } = boardColors()
  const columns = shape === 'card' ? 3 : 2
  const tiles = tilesOf(recap).slice(0, shape === 'card' ? 6 : 8)
  const title = recap.titles[0]
  const top = head + 162
  const first = top + 96 * scale
  const height = shape === 'card' ? 166 : 240
  const width = (room - gap * (columns - 1)) / columns
  return drawFrame(frame, [
    drawHead(frame, pen, logo, { title: `${formatSeason(recap.season)} in review`, subtitle: areasOf(recap) }),
    drawFitting(pen, recap.player.name, lettered, 58 * scale, 30 * scale, room, margin, top + 36 * scale, onBoard),
    title
      ? drawFitting(pen, formatTitle(title), strong, 27 * scale, 18 * scale, room, margin, top + 76 * scale, live)
      : '',
    ...tiles.map((tile, index) => {
      const x = margin + (index % columns) * (width + gap)
      const y = first + Math.floor(index / columns) * (height + gap)
      return drawTile(tile, pen, { x, y, width, height, scale: frame.scale })
    }),
  ])
}

function areasOf({ places }: Recap): string {
  return places.map(({ level_name }) => level_name).join(', ')
}

function tilesOf(recap: Recap): Tile[] {
  const { record, playoff_record, best_win, closest_match, longest_streak, places_gained, favorite_opponent } = recap
  const [place] = recap.places
  return [
    { term: 'Won and lost', value: formatRecord(record) },
    ...(best_win ? [{ term: 'Best win', value: spaced(best_win.score_line), note: formatOpponents(best_win) }] : []),
    ...(closest_match
      ? [
          {
            term: 'Closest match',
            value: spaced(closest_match.score_line),
            note: formatOpponents({ ...closest_match, place: null }),
          },
        ]
      : []),
    ...(longest_streak > 1 ? [{ term: 'Wins in a row', value: String(longest_streak) }] : []),
    ...(places_gained !== null && places_gained > 0
      ? [{ term: 'In the table', value: formatGain(places_gained) }]
      : []),
    { term: 'Matches played', value: formatMatches(recap) },
    ...(playoff_record.wins + playoff_record.losses > 0
      ? [{ term: 'Play-offs', value: formatRecord({ ...playoff_record, ties: 0 }) }]
      : []),
    ...(favorite_opponent
      ? [{ term: 'Met most often', value: formatRecord(favorite_opponent), note: favorite_opponent.name }]
      : []),
    ...(place && recap.over ? [{ term: 'Final place', value: `${place.last} of ${place.entries}` }] : []),
  ]
}

type Place = Pick<Frame, 'width' | 'height' | 'scale'> & { x: number; y: number }

function drawTile({ term, value, note }: Tile, pen: Lettering, { x, y, width, height, scale }: Place): string {
  const { well, onBoardSoft } = boardColors()
  const left = x + 22 * scale
  const room = width - 44 * scale
  return [
    box(x, y, width, height, well),
    drawFitting(pen, term, small, 22 * scale, 15 * scale, room, left, y + 42 * scale, onBoardSoft),
    drawFitting(pen, value, lettered, 46 * scale, 20 * scale, room, left, y + 96 * scale, onBoard),
    note === undefined
      ? ''
      : drawFitting(pen, note, small, 21 * scale, 14 * scale, room, left, y + 138 * scale, onBoardSoft),
  ].join('')
}

/** A score with the sets further apart. */
function spaced(score_line: string): string {
  return score_line.replaceAll(' ', '  ')
}
