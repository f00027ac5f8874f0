import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The ETag of a content (RFC 9110, section 8.8.3). Weak, because a proxy may compress the response. */
export function etagOf(content: string): string {
  return `W/"${hash('sha256', content, 'base64url')}"`
}

/** Whether If-None-Match has the ETag (RFC 9110, section 13.1.2). A proxy may have made the client's ETag weak. */
export function matchesEtag({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const given = headers['if-none-match']
  if (given === undefined || given === etag) return given === etag
  const etags = given.split(',').map(toWeak)
  return etags.includes(toWeak(etag)) || etags.includes('*')
}

function toWeak(etag: string): string {
  return etag.trim().replace(/^(?=")/, 'W/')
}
