import type { PhotoSize } from '#/server/outside/photos.ts'

/** The stored size of which a fingerprint is made. */
export const FINGERPRINTED_SIZE = 512 satisfies PhotoSize

const SIDE = 16
/** Levels of brightness, of 255, that a neighbor has to differ by. Less is noise. */
const STEP = 3

/**
 * 256 bits that say where a picture becomes lighter from left to right, so that a picture that was saved again, made
 * smaller or brighter has nearly the same. A different cut has not.
 */
export async function fingerprintOf(picture: Uint8Array): Promise<string> {
  const { default: sharp } = await import('sharp')
  const gray = await sharp(picture)
    .greyscale()
    .resize(SIDE + 1, SIDE, { fit: 'fill' })
    .raw()
    .toBuffer()
  let bits = ''
  for (let row = 0; row < SIDE; row += 1)
    for (let column = 0; column < SIDE; column += 1) {
      const at = row * (SIDE + 1) + column
      bits += (gray[at + 1] ?? 0) > (gray[at] ?? 0) + STEP ? '1' : '0'
    }
  return bits
}
