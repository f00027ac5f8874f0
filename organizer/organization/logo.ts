import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { Refusal, refuse } from '#/server/refuse.ts'

export type LogoPicture = { kind: 'logo' | 'icon-192' | 'icon-512' | 'apple-touch-icon'; png: Buffer }

/** The largest picture to decode, in pixels. */
const MOST_PIXELS = 60_000_000
/** Seconds allowed for drawing it. */
const TIMEOUT_SECONDS = 15
/** Pixels of the longer side of the stored logo. */
const LOGO_SIDE = 512
/** Maximum length of an SVG in characters: enough for a drawing, too short for an embedded photo. */
const MOST_SVG = 500_000
/** Maximum number of `<use>` elements. Nested ones multiply: a hundred of them can draw a million shapes. */
const MOST_USES = 20

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
export async function drawLogo(bytes: Uint8Array): Promise<{ hash: string; pictures: LogoPicture[] }> {
  const kind = kindOf(bytes)
  if (kind === null) refuseImage('This is not a picture we can read. Please choose a PNG, JPEG, WebP or SVG picture.')
  try {
    const options = { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 } as const
    const drawn = await sharp(bytes, { ...options, ...(kind === 'svg' && { density: await densityOf(bytes) }) })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .autoOrient()
      .resize(LOGO_SIDE, LOGO_SIDE, { fit: 'inside', withoutEnlargement: kind !== 'svg' })
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

/** The density at which an SVG has as many pixels as are stored, so that a small one is not enlarged after drawing. */
async function densityOf(bytes: Uint8Array): Promise<number> {
  const { width, height } = await sharp(bytes, { limitInputPixels: MOST_PIXELS }).metadata()
  return Math.min(2400, Math.max(72, Math.ceil((72 * LOGO_SIDE) / Math.max(1, width, height))))
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
  if ((text.match(/<(?:[\w-]+:)?use\b/gi)?.length ?? 0) > MOST_USES)
    refuseImage('This drawing repeats its parts too often. Please export it as PNG.')
  return 'svg'
}
