import type { Lettering } from '#/server/lettering.ts'
import { boardColors, box, drawFitting, drawName, lettered, onBoard, pictureSize, small } from './drawing.ts'
import type { Shape } from './shapes.ts'

export type Frame = {
  width: number
  height: number
  margin: number
  /** The width between the margins. */
  room: number
  /** The head's distance from the top; a phone covers the first lines of a tall picture. */
  head: number
  /** The first line of the contents below the head. */
  top: number
  /** The size of the contents; a card's is 1. */
  scale: number
}

export const frames: Record<Shape, Frame> = {
  card: { ...pictureSize, margin: 48, room: pictureSize.width - 96, head: 0, top: 190, scale: 1 },
  story: { width: 1080, height: 1920, margin: 60, room: 960, head: 240, top: 640, scale: 1.4 },
}

/** A picture on the organization's board. */
export function drawFrame({ width, height }: Frame, contents: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    box(0, 0, width, height, boardColors().board),
    ...contents,
    '</svg>',
  ].join('')
}

/** The league or the season, and the organization. */
export function drawHead(
  { margin, width, head }: Frame,
  pen: Lettering,
  logo: Buffer | null,
  { title, subtitle }: { title: string; subtitle: string },
): string {
  const right = width - margin
  const room = right - margin - 320
  return [
    `<g transform="translate(0 ${head})">`,
    drawFitting(pen, title, lettered, 46, 26, room, margin, 76, onBoard),
    drawFitting(pen, subtitle, small, 26, 16, room, margin, 116, boardColors().onBoardSoft),
    drawName(pen, logo, right),
    '</g>',
  ].join('')
}
