import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { photoSizes, type PhotoKey } from '#/server/outside/photos.ts'
import { Refusal, refuse } from '#/server/refuse.ts'

/** A square of a picture: left and top as fractions of width and height, size as a fraction of the shorter side. */
export type Crop = { left?: number | undefined; top?: number | undefined; size?: number | undefined }

/** Pixels of the biggest picture that is decoded: slightly more than the highest-resolution phones produce. */
const mostPixels = 60_000_000
/** Maximum seconds for decoding. */
const timeoutSeconds = 15

/**
 * Makes the stored squares of an uploaded picture: upright, cropped, resized, as WebP without metadata (no location, no
 * camera). Detects the type from the content. Refuses (422 on `image`) anything but JPEG, PNG and WebP, corrupt files,
 * and pictures of more than 60 megapixels.
 */
export async function makePhotos(
  bytes: Uint8Array,
  crop: Crop,
  owner_id: number,
): Promise<{ key: PhotoKey; webp: Buffer }[]> {
  const kind = kindOf(bytes)
  if (kind in refusedKinds) refuseImage(refusedKinds[kind as keyof typeof refusedKinds])
  const square = await cutSquare(bytes, crop)
  const made = await Promise.all(
    photoSizes.map(async (size) => ({
      size,
      webp: await square.clone().resize(size, size).webp({ quality: 82 }).toBuffer(),
    })),
  )
  // The hash includes the owner, so that two players with the same picture do not share, and remove, each other's
  // files.
  const hash = createHash('sha256')
  hash.update(`${owner_id}:`)
  for (const { webp } of made) hash.update(webp)
  const name = hash.digest('hex').slice(0, 32)
  return made.map(({ size, webp }) => ({ key: { hash: name, size }, webp }))
}

/** The cropped square, decoded once for all sizes. */
async function cutSquare(bytes: Uint8Array, crop: Crop): Promise<Sharp> {
  // Loaded with the first picture, to keep the start fast.
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 }).timeout({
      seconds: timeoutSeconds,
    })
    // The dimensions after the camera's orientation has been applied.
    const { width, height } = (await picture.metadata()).autoOrient
    const side = Math.max(1, Math.round(Math.min(width, height) * (crop.size ?? 1)))
    const at = (share: number | undefined, length: number) =>
      Math.min(length - side, Math.round((share ?? (length - side) / 2 / length) * length))
    const largest = Math.max(...photoSizes)
    const { data, info } = await picture
      .autoOrient()
      .extract({ left: at(crop.left, width), top: at(crop.top, height), width: side, height: side })
      .resize(largest, largest)
      .flatten({ background: '#fdfcf8' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof Error && /pixel limit/i.test(error.message))
      refuseImage('This picture has too many pixels. Please choose one of at most 60 megapixels.')
    return refuseImage('We could not read this picture; it seems to be damaged. Please try another one.')
  }
}

function refuseImage(sentence: string): never {
  refuse('invalid', { fields: { image: sentence } })
}

const refusedKinds = {
  empty: 'This file is empty. Please choose a picture.',
  heic: 'We cannot read HEIC pictures. On an iPhone, choose the photo from the library in the browser, or save it as JPEG first.',
  gif: 'This is a GIF. Please choose a JPEG, PNG or WebP picture.',
  other: 'This is not a picture we can read. Please choose a JPEG, PNG or WebP picture.',
} as const

/** The file's type by its first bytes, whatever its name. */
function kindOf(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | keyof typeof refusedKinds {
  if (bytes.length === 0) return 'empty'
  const head = Buffer.from(bytes.subarray(0, 32)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^RIFF....WEBP/s.test(head)) return 'webp'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  // ISO base media: HEIC and related formats, which the bundled libvips cannot decode (patents).
  if (/^....ftyp(hei|hev|mif1|msf1)/s.test(head)) return 'heic'
  return 'other'
}
