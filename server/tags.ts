import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The tag of a content (RFC 9110, section 8.8.3). Weak: a proxy may compress what is sent. */
export function tagOf(content: string): string {
  return `W/"${hash('sha256', content, 'base64url')}"`
}

/** Whether the caller has the content of a tag already (RFC 9110, section 13.1.2). A proxy may have made the tag weak. */
export function hasContent({ headers }: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  const given = headers['if-none-match']
  if (given === undefined || given === tag) return given === tag
  const tags = given.split(',').map(toWeak)
  return tags.includes(toWeak(tag)) || tags.includes('*')
}

function toWeak(tag: string): string {
  return tag.trim().replace(/^(?=")/, 'W/')
}
