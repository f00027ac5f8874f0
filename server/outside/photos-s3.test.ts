import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openS3Photos, signS3, type S3Settings } from './photos-s3.ts'

// The example requests of docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html, with AWS's own signatures.
const example = {
  region: 'us-east-1',
  access_key_id: 'AKIAIOSFODNN7EXAMPLE',
  secret_access_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const at = new Date('2013-05-24T00:00:00Z')
const host = 'https://examplebucket.s3.amazonaws.com'

test.each([
  [
    'GET',
    '/test.txt',
    { range: 'bytes=0-9' },
    undefined,
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT',
    '/test%24file.text',
    { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    'Welcome to Amazon S3.',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  ['GET', '/?lifecycle=', {}, undefined, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
] as const)('a request is signed as AWS signs it: %s %s', (method, path, headers, body, signature) => {
  const signed = signS3(
    example,
    {
      method,
      url: new URL(path, host),
      headers,
      body: body === undefined ? undefined : new TextEncoder().encode(body),
    },
    at,
  )
  expect(signed['authorization']).toMatch(new RegExp(`Signature=${signature}$`))
})

// A small store of the same kind, which checks signatures by the steps of the same page.
const settings: S3Settings = {
  endpoint: '',
  region: 'eu-test-1',
  bucket: 'deuce',
  access_key_id: 'key',
  secret_access_key: 'secret',
}
const objects = new Map<string, { body: Buffer; type: string | undefined }>()
let broken = false
let server: Server

beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request)
      const path = request.url ?? ''
      const end = (status: number, answer?: Buffer | string) => response.writeHead(status).end(answer)
      if (broken) return end(503)
      if (!isSigned(request, body)) return end(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
      if (!path.startsWith('/deuce/')) return end(404, '<Error><Code>NoSuchBucket</Code></Error>')
      if (request.method === 'PUT') objects.set(path, { body, type: request.headers['content-type'] })
      if (request.method === 'DELETE') {
        objects.delete(path)
        return end(204)
      }
      const found = objects.get(path)
      return found ? end(200, request.method === 'GET' ? found.body : undefined) : end(404)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  settings.endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const read =
    /^AWS4-HMAC-SHA256 Credential=key\/(\d{8})\/eu-test-1\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  const [, day = '', names = '', signature] = read ?? []
  const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
  const time = String(request.headers['x-amz-date'])
  if (
    Math.abs(Date.now() - Date.parse(time.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z'))) >
    900_000
  )
    return false
  if (request.headers['x-amz-content-sha256'] !== hash(body)) return false
  const lines = names.split(';').map((name) => `${name}:${String(request.headers[name])}\n`)
  const canonical = `${request.method}\n${request.url}\n\n${lines.join('')}\n${names}\n${hash(body)}`
  let key: string | Buffer = 'AWS4secret'
  for (const part of [
    day,
    'eu-test-1',
    's3',
    'aws4_request',
    `AWS4-HMAC-SHA256\n${time}\n${day}/eu-test-1/s3/aws4_request\n${hash(canonical)}`,
  ])
    key = createHmac('sha256', key).update(part).digest()
  return names.includes('host') && Buffer.from(key).toString('hex') === signature
}

const key = { hash: '0123456789abcdef0123456789abcdef', size: 192 } as const

test(
  'a photo is stored, read and removed; reading or removing a missing photo is no error',
  { tags: 'slow' },
  async () => {
    const photos = openS3Photos(settings)
    const webp = new Uint8Array([1, 2, 3, 250])
    expect(await photos.get(key)).toBe(null)
    await photos.put(key, webp)
    expect(objects.get('/deuce/photos/0123456789abcdef0123456789abcdef-192.webp')).toEqual({
      body: Buffer.from(webp),
      type: 'image/webp',
    })
    expect(await photos.get(key)).toEqual(webp)
    await photos.remove(key)
    await photos.remove(key)
    expect(await photos.get(key)).toBe(null)
  },
)

test('a wrong secret or a missing bucket is an unhandled error, not a refusal', async () => {
  await expect(openS3Photos({ ...settings, secret_access_key: 'other' }).put(key, new Uint8Array([1]))).rejects.toThrow(
    'SignatureDoesNotMatch',
  )
  await expect(openS3Photos({ ...settings, bucket: 'nobody' }).put(key, new Uint8Array([1]))).rejects.toThrow(
    'no bucket',
  )
})

test('a store that is down or cannot be reached is reported as temporarily unavailable', async () => {
  broken = true
  await expect(openS3Photos(settings).get(key)).rejects.toMatchObject({ code: 'unavailable' })
  broken = false
  await expect(openS3Photos({ ...settings, endpoint: 'http://127.0.0.1:1' }).get(key)).rejects.toMatchObject({
    code: 'unavailable',
  })
})
