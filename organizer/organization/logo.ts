import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { Refusal, refuse } from '#/server/refuse.ts'
import { LOGO_SIDE, MOST_PIXELS } from './logo-limits.ts'

export type LogoPicture = { kind: 'logo' | 'icon-192' | 'icon-512' | 'apple-touch-icon'; png: Buffer }

/** Milliseconds allowed for drawing an SVG, with the start of the process that does it. */
const DRAW_TIMEOUT_MS = 10_000
/** Maximum length of an SVG in characters: enough for a drawing, too short for an embedded photo. */
const MOST_SVG = 500_000

const icons = [
  { kind: 'icon-192', side: 192 },
  { kind: 'icon-512', side: 512 },
  { kind: 'apple-touch-icon', side: 180 },
] as const

/** The background of a logo on an icon. */
const PAPER = '#fdfcf8'

/**
 * Draws an uploaded logo as pictures. An SVG becomes pixels, so that nothing in it runs or loads anything. Refuses (422
 * on `image`) an SVG with a document type, whose entities could expand to gigabytes, and files that are not pictures.
 */
export async function drawLogo(
  bytes: Uint8Array,
  draw_timeout_ms = DRAW_TIMEOUT_MS,
): Promise<{ hash: string; pictures: LogoPicture[] }> {
  const kind = kindOf(bytes)
  if (kind === null) refuseImage('This is not a picture we can read. Please choose a PNG, JPEG, WebP or SVG picture.')
  try {
    const picture = kind === 'svg' ? await drawSvg(bytes, draw_timeout_ms) : bytes
    const drawn = await sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize(LOGO_SIDE, LOGO_SIDE, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png()
      .toBuffer()
    const pictures: LogoPicture[] = [{ kind: 'logo', png: drawn }]
    for (const { kind: icon, side } of icons) pictures.push({ kind: icon, png: await iconOf(drawn, side) })
    return { hash: createHash('sha256').update(drawn).digest('hex').slice(0, 32), pictures }
  } catch (error) {
    if (error instanceof Refusal) throw error
    return refuseImage('We could not read this picture; it seems to be damaged. Please try another one.')
  }
}

/** A square with the logo in the middle, inside the circle that phones cut out of an icon. */
async function iconOf(logo: Buffer, side: number): Promise<Buffer> {
  const inner = Math.round(side * 0.64)
  const small = await sharp(logo).resize(inner, inner, { fit: 'contain', background: PAPER }).png().toBuffer()
  return sharp({ create: { width: side, height: side, channels: 4, background: PAPER } })
    .composite([{ input: small }])
    .png()
    .toBuffer()
}

/** Draws an SVG in a separate process, which is stopped if it takes too long, and which has none of the settings. */
async function drawSvg(bytes: Uint8Array, timeout: number): Promise<Buffer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'draw-svg.ts')], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    timeout,
    killSignal: 'SIGKILL',
  })
  // A process that was stopped reads no more.
  child.stdin.on('error', () => {})
  child.stdin.end(bytes)
  const [drawn, [, signal]] = await Promise.all([
    buffer(child.stdout),
    once(child, 'exit') as Promise<[number, string]>,
  ])
  if (signal === 'SIGKILL') refuseImage('This drawing has too many parts. Please export it as PNG.')
  return drawn
}

function refuseImage(sentence: string): never {
  refuse('invalid', { fields: { image: sentence } })
}

/** The file's type by its first bytes, whatever its name. Null if it is not an accepted picture. */
function kindOf(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | 'svg' | null {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^RIFF....WEBP/s.test(head)) return 'webp'
  if (!/^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:svg|!DOCTYPE)/i.test(head)) return null
  const text = Buffer.from(bytes).toString('latin1')
  if (bytes.length > MOST_SVG) refuseImage('This drawing is too large. Please export it as PNG.')
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) refuseImage('Please export this drawing without a document type, or as PNG.')
  return 'svg'
}
