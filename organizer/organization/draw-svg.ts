import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { LOGO_SIDE, MOST_PIXELS } from './logo-limits.ts'

// Draws the SVG on standard input as a PNG on standard output. A separate process (logo.ts), because a drawing can repeat
// its parts millions of times, and a thread that draws cannot be stopped.
const bytes = await buffer(process.stdin)
const { width, height } = await sharp(bytes, { limitInputPixels: MOST_PIXELS }).metadata()
// As many pixels as are stored, so that a small drawing is not enlarged afterwards.
const density = Math.min(2400, Math.max(72, Math.ceil((72 * LOGO_SIDE) / Math.max(1, width, height))))
const drawn = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', density })
  .resize(LOGO_SIDE, LOGO_SIDE, { fit: 'inside' })
  .png()
  .toBuffer()
process.stdout.write(drawn)
