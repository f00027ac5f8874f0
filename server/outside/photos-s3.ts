import { createHash, createHmac } from 'node:crypto'
import { refuse } from '#/server/refuse.ts'
import { photoName, type Photos } from './photos.ts'

export type S3Settings = {
  /** 'https://s3.us-east-1.amazonaws.com', or another store that speaks S3. */
  endpoint: string
  region: string
  bucket: string
  access_key_id: string
  secret_access_key: string
}

/** Timeout for one object of at most about 50 kB. */
const timeoutMs = 10_000

/** The real store: objects 'photos/<name>' in a bucket, by path, with signed requests (AWS Signature Version 4). */
export function openS3Photos(settings: S3Settings): Photos {
  async function ask(
    method: 'PUT' | 'GET' | 'DELETE',
    name: string,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<Response> {
    const url = new URL(`${settings.endpoint.replace(/\/$/, '')}/${settings.bucket}/photos/${name}`)
    // The store compares with its own clock, so this is the real time and not the app's.
    const headers = signS3(
      settings,
      { method, url, body, headers: body ? { 'content-type': 'image/webp' } : {} },
      new Date(),
    )
    const response = await fetch(url, {
      method,
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body ? { body } : {}),
    }).catch(() => refuse('unavailable'))
    if (response.status >= 500 || response.status === 429) refuse('unavailable')
    if (response.ok || response.status === 404) return response
    throw new Error(
      `The photo store answered ${response.status} to ${method} ${url.pathname}: ${(await response.text()).slice(0, 300)}`,
    )
  }

  return {
    async put(key, webp) {
      const response = await ask('PUT', photoName(key), new Uint8Array(webp))
      if (!response.ok) throw new Error(`The photo store has no bucket ${settings.bucket}.`)
    },
    async get(key) {
      const response = await ask('GET', photoName(key))
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : null
    },
    async remove(key) {
      await ask('DELETE', photoName(key))
    },
  }
}

type Unsigned = {
  method: string
  url: URL
  headers: Record<string, string>
  body?: Uint8Array | undefined
}

/**
 * The headers of a request to S3 with its signature (docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
 * The path only has characters that need no escaping.
 */
export function signS3(
  { region, access_key_id, secret_access_key }: Pick<S3Settings, 'region' | 'access_key_id' | 'secret_access_key'>,
  { method, url, headers, body }: Unsigned,
  now: Date,
): Record<string, string> {
  const instant = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const day = instant.slice(0, 8)
  const scope = `${day}/${region}/s3/aws4_request`
  const signed: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': sha256(body ?? ''),
    'x-amz-date': instant,
  }
  const names = Object.keys(signed).toSorted()
  const canonical = [
    method,
    url.pathname,
    url.searchParams.toString(),
    ...names.map((name) => `${name}:${signed[name]?.trim()}`),
    '',
    names.join(';'),
    signed['x-amz-content-sha256'],
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', instant, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (previous, part) => hmac(previous, part),
    `AWS4${secret_access_key}`,
  )
  const { host: _, ...sent } = signed
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${access_key_id}/${scope}, SignedHeaders=${names.join(';')}, Signature=${hmac(key, toSign).toString('hex')}`,
  }
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: Buffer | string, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest()
}
