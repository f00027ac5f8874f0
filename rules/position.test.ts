import { expect, test } from 'vitest'
import { parsePosition } from './position.ts'

test.each([
  ['-37.9077, 145.0031', -37.9077, 145.0031],
  ['−37.9077,145.0031', -37.9077, 145.0031],
  [' 41.6869  -86.2466 ', 41.6869, -86.2466],
  ['41.6869°; -86.2466°', 41.6869, -86.2466],
  ['51, 0', 51, 0],
  ['https://www.google.com/maps/@-37.9077,145.0031,17z?hl=en', -37.9077, 145.0031],
  [
    'https://www.google.com/maps/place/Dendy+Park/@-37.91,145.01,15z/data=!3m1!4b1!4m6!3m5!1s0x0!8m2!3d-37.9077!4d145.0031',
    -37.9077,
    145.0031,
  ],
  ['https://maps.google.com/?q=-37.9077,145.0031', -37.9077, 145.0031],
  ['https://www.google.com/maps/search/?api=1&query=-37.9077%2C145.0031', -37.9077, 145.0031],
  ['https://www.openstreetmap.org/?mlat=41.6869&mlon=-86.2497#map=17/41.6/-86.2', 41.6869, -86.2497],
  ['https://www.openstreetmap.org/#map=17/41.6869/-86.2497', 41.6869, -86.2497],
  ['https://maps.apple.com/?ll=41.6869,-86.2497&q=Leeper', 41.6869, -86.2497],
  ['geo:41.6869,-86.2497?z=17', 41.6869, -86.2497],
])('%s is a position', (text, latitude, longitude) => expect(parsePosition(text)).toEqual({ latitude, longitude }))

test.each([
  '',
  '41.6869',
  'Leeper Park',
  '91, 0',
  '0, 181',
  'https://maps.app.goo.gl/abc',
  '1, 2, 3',
  '41,6869 86,2466',
])('%s is none', (text) => expect(parsePosition(text)).toBeNull())
