import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { getUser } from '#/features/accounts/contract.ts'
import { photoKeyOf, photoSizes, type PhotoKey } from '#/server/outside/photos.ts'
import { startApp } from '#/test/app.ts'
import { makePlayer, type TestPlayer } from '#/test/make.ts'
import { biggestPhoto, deletePhoto } from './contract.ts'

const t = await startApp()

async function upload(
  player: TestPlayer | null,
  image: Uint8Array<ArrayBuffer> | null,
  { name = 'me.jpg', type = 'image/jpeg', ...fields }: Record<string, string> = {},
) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  if (image) form.set('image', new Blob([image], { type }), name)
  return send(player, new Response(form))
}

async function send(player: TestPlayer | null, form: Response) {
  const answer = await t.server.inject({
    method: 'PUT',
    url: '/api/users/photo',
    headers: {
      'content-type': form.headers.get('content-type') ?? '',
      ...(player ? { authorization: `Bearer ${player.token}` } : {}),
    },
    payload: Buffer.from(await form.arrayBuffer()),
  })
  return {
    status: answer.statusCode,
    body: answer.json<{ message: string; code?: string; fields?: Record<string, string> }>(),
  }
}

async function photoOf(player: TestPlayer): Promise<string | null> {
  return (await t.call(getUser, { token: player.token })).body.user.photo
}

const bytesOf = async (picture: ReturnType<typeof sharp>) => new Uint8Array(await picture.toBuffer())
/** A picture that is red on the left and blue on the right, and twice as wide as high. */
const halves = (left = 'red', right = 'blue') =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: right } }).composite([
    { input: { create: { width: 200, height: 200, channels: 3, background: left } }, left: 0, top: 0 },
  ])

async function colorsOf(url: string) {
  const { rawPayload } = await t.server.inject(url)
  const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const [red = 0, , blue = 0] = data.subarray(
      (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * info.channels,
    )
    return red > 200 && blue < 50 ? 'red' : blue > 200 && red < 50 ? 'blue' : 'other'
  }
  return { left: at(0.1, 0.5), right: at(0.9, 0.5), top: at(0.5, 0.1), bottom: at(0.5, 0.9) }
}

test.each(['jpeg', 'png', 'webp'] as const)(
  'a %s becomes the photo, in every size, cacheable by browsers',
  async (format) => {
    const player = await makePlayer(t)
    expect(await photoOf(player)).toBe(null)
    expect(
      await upload(player, await bytesOf(halves().toFormat(format)), { name: 'anything', type: 'text/html' }),
    ).toMatchObject({ status: 200, body: { message: 'Your photo is saved.' } })

    const url = (await photoOf(player)) ?? ''
    expect(url).toMatch(/^\/photos\/[0-9a-f]{32}-192\.webp$/)
    for (const size of photoSizes) {
      const answer = await t.server.inject(url.replace('192', String(size)))
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: size, height: size })
    }
    expect(await colorsOf(url)).toMatchObject({ left: 'red', right: 'blue' })
  },
)

test('the camera’s orientation is applied, and its other metadata is removed', async () => {
  const player = await makePlayer(t)
  const picture = halves()
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: { GPSLatitude: '41/1 40/1 0/1' } })
  expect((await upload(player, await bytesOf(picture))).status).toBe(200)
  const url = (await photoOf(player)) ?? ''
  expect(await colorsOf(url)).toMatchObject({ top: 'red', bottom: 'blue' })
  const kept = await sharp((await t.server.inject(url)).rawPayload).metadata()
  expect(kept).not.toHaveProperty('exif')
  expect(kept).not.toHaveProperty('orientation')
})

test('the crop selects the stored square', async () => {
  const player = await makePlayer(t)
  const picture = await bytesOf(halves().png())
  expect((await upload(player, picture, { crop_left: '0', crop_top: '0', crop_size: '1' })).status).toBe(200)
  expect(await colorsOf((await photoOf(player)) ?? '')).toMatchObject({ left: 'red', right: 'red' })
  expect(
    (await upload(player, picture, { crop_left: '0.9', crop_top: '0.9', crop_size: '0.5', first_name: 'ignored' }))
      .status,
  ).toBe(200)
  expect(await colorsOf((await photoOf(player)) ?? '')).toMatchObject({ left: 'blue', right: 'blue' })
  for (const crop of [{ crop_left: '-1' }, { crop_top: '2' }, { crop_size: '0' }, { crop_size: 'wide' }])
    expect(await upload(player, picture, crop)).toMatchObject({
      status: 422,
      body: { fields: { [Object.keys(crop)[0] ?? '']: expect.any(String) } },
    })
})

test('a new photo replaces the old one, whose files are deleted; uploading the same one twice keeps it', async () => {
  const player = await makePlayer(t)
  const [one, two] = [await bytesOf(halves().png()), await bytesOf(halves('blue', 'red').png())]
  await upload(player, one)
  const first = (await photoOf(player)) ?? ''
  await upload(player, one)
  expect(await photoOf(player)).toBe(first)
  expect((await t.server.inject(first)).statusCode).toBe(200)

  await upload(player, two)
  const second = (await photoOf(player)) ?? ''
  expect(second).not.toBe(first)
  expect((await t.server.inject(first)).statusCode).toBe(404)
  expect((await t.server.inject(second)).statusCode).toBe(200)

  expect((await t.call(deletePhoto, { token: player.token })).status).toBe(200)
  expect((await t.call(deletePhoto, { token: player.token })).status).toBe(200)
  expect(await photoOf(player)).toBe(null)
  expect((await t.server.inject(second)).statusCode).toBe(404)
})

test('if one size of a photo cannot be stored, none is, and the previous photo stays', async () => {
  const player = await makePlayer(t)
  const first = await bytesOf(halves().png())
  await upload(player, first)
  const before = await photoOf(player)
  const put = t.app.photos.put.bind(t.app.photos)
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  for (const image of [await bytesOf(halves('blue', 'red').png()), first]) {
    const stored: PhotoKey[] = []
    vi.spyOn(t.app.photos, 'put').mockImplementation(async (key, webp) => {
      if (stored.length === 2) throw full
      stored.push(key)
      await put(key, webp)
    })
    expect(await upload(player, image)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    vi.restoreAllMocks()
    expect(await photoOf(player)).toBe(before)
    const isBefore = before?.includes(stored[0]?.hash ?? 'none') === true
    expect(isBefore).toBe(image === first)
    for (const key of stored) expect((await t.app.photos.get(key)) !== null).toBe(isBefore)
  }
})

test('a photo that is stored while the account is being closed is deleted', async () => {
  const player = await makePlayer(t)
  const put = t.app.photos.put.bind(t.app.photos)
  const stored: PhotoKey[] = []
  vi.spyOn(t.app.photos, 'put').mockImplementation(async (key, webp) => {
    stored.push(key)
    await put(key, webp)
    await t.db.updateTable('players').set({ deleted_at: t.clock.now() }).where('id', '=', player.id).execute()
  })
  const answer = await upload(player, await bytesOf(halves().png()))
  vi.restoreAllMocks()
  expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  expect(stored).toHaveLength(photoSizes.length)
  for (const key of stored) expect(await t.app.photos.get(key)).toBe(null)
  const account = t.db.selectFrom('players').select('photo').where('id', '=', player.id)
  expect(await account.executeTakeFirst()).toEqual({ photo: null })
})

test('two simultaneous uploads leave one photo and its files', async () => {
  const player = await makePlayer(t)
  const pictures = [await bytesOf(halves().png()), await bytesOf(halves('blue', 'red').png())]
  const answers = await Promise.all(pictures.map((picture) => upload(player, picture)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const url = (await photoOf(player)) ?? ''
  for (const size of photoSizes) expect((await t.server.inject(url.replace('192', String(size)))).statusCode).toBe(200)
})

test('the same picture of two players is two photos: removing one keeps the other', async () => {
  const [ada, bo] = [await makePlayer(t), await makePlayer(t)]
  const picture = await bytesOf(halves().png())
  await upload(ada, picture)
  await upload(bo, picture)
  await t.call(deletePhoto, { token: ada.token })
  expect((await t.server.inject((await photoOf(bo)) ?? '')).statusCode).toBe(200)
})

const truncated = (picture: Uint8Array<ArrayBuffer>) => picture.slice(0, picture.length / 2)
const bomb = await bytesOf(
  sharp({ create: { width: 8000, height: 8000, channels: 3, background: 'black' } }).png({ compressionLevel: 9 }),
)
const gif = await bytesOf(halves().gif())
const noise = await bytesOf(
  sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  }).jpeg(),
)
const text = (words: string) => new TextEncoder().encode(words)

test.each([
  ['a GIF named .jpg', gif, 'This is a GIF.'],
  ['an image bomb', bomb, 'too many pixels'],
  ['a HEIC', text('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'HEIC'],
  [
    'an SVG with a script',
    text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'This is not a picture',
  ],
  ['a page of HTML', text('<!doctype html><script>alert(1)</script>'), 'This is not a picture'],
  ['half a JPEG', truncated(noise), 'damaged'],
  ['a JPEG in its first bytes alone', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), 'damaged'],
  ['an empty file', new Uint8Array(), 'empty'],
])('%s is refused with a message, and nothing is stored', async (_, image, why) => {
  const player = await makePlayer(t)
  expect(await upload(player, image)).toMatchObject({
    status: 422,
    body: { code: 'invalid', fields: { image: expect.stringContaining(why) } },
  })
  expect(await photoOf(player)).toBe(null)
})

test('the decompression bomb of these tests is a small file', () => {
  expect(bomb.length).toBeLessThan(1_000_000)
})

test('a file of 11 MB is refused, and one of 10 MB is read', async () => {
  const player = await makePlayer(t)
  expect(await upload(player, new Uint8Array(11 * 1024 * 1024))).toMatchObject({
    status: 413,
    body: { code: 'photo_too_large', message: expect.stringContaining('10 MB') },
  })
  const padded = new Uint8Array(biggestPhoto)
  padded.set(noise)
  expect((await upload(player, padded)).status).toBe(200)
})

test('a missing file, a file under another name, two files, and no form are refused', async () => {
  const player = await makePlayer(t)
  const picture = await bytesOf(halves().png())
  expect(await upload(player, null, { crop_size: '1' })).toMatchObject({
    status: 422,
    body: { fields: { image: 'Please choose a picture.' } },
  })

  const other = new FormData()
  other.set('picture', new Blob([picture]), 'me.png')
  expect(await send(player, new Response(other))).toMatchObject({
    status: 422,
    body: { fields: { image: 'Please choose a picture.' } },
  })

  const asText = new FormData()
  asText.set('image', 'not a file')
  expect(await send(player, new Response(asText))).toMatchObject({
    status: 422,
    body: { fields: { image: 'Please choose a picture.' } },
  })

  const two = new FormData()
  two.append('image', new Blob([picture]), 'one.png')
  two.append('image', new Blob([picture]), 'two.png')
  expect((await send(player, new Response(two))).status).toBe(413)

  for (const type of ['application/json', 'image/png'])
    expect(await send(player, new Response('{}', { headers: { 'content-type': type } }))).toMatchObject({
      status: 415,
      body: { code: 'wrong_media_type' },
    })
  expect(
    (await send(player, new Response('no parts', { headers: { 'content-type': 'multipart/form-data' } }))).status,
  ).toBe(400)
  expect(
    (
      await send(
        player,
        new Response('--x\r\ncut off', { headers: { 'content-type': 'multipart/form-data; boundary=x' } }),
      )
    ).status,
  ).toBe(400)
  expect(await photoOf(player)).toBe(null)
})

test('strangers can neither upload nor remove a photo', async () => {
  expect((await upload(null, await bytesOf(halves().png()))).status).toBe(401)
})

test.each([
  '/photos/..%2f..%2fpackage.json',
  '/photos/0123456789abcdef0123456789abcdef-192.webp',
  '/photos/0123456789abcdef0123456789abcdef-100.webp',
  '/photos/x',
])('%s is not found', async (url) => {
  const answer = await t.server.inject(url)
  expect(answer.statusCode).toBe(404)
  expect(answer.body).not.toContain(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
})

test('only file names that the app writes are read', () => {
  const hash = '0123456789abcdef0123456789abcdef'
  expect(photoKeyOf(`${hash}-96.webp`)).toEqual({ hash, size: 96 })
  for (const name of [
    `${hash}-97.webp`,
    `${hash.toUpperCase()}-96.webp`,
    `${hash}-96.webp\n`,
    `${hash}-096.webp`,
    `../${hash}-96.webp`,
  ])
    expect(photoKeyOf(name)).toBe(null)
})
