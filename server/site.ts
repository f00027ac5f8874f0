import type { FastifyRequest } from 'fastify'
import type { Config } from './config.ts'

/** The app's origin for the sender of a request: PUBLIC_URL, or the origin that was called. No slash at the end. */
export function siteFor({ PUBLIC_URL, site }: Pick<Config, 'PUBLIC_URL' | 'site'>, request: FastifyRequest): string {
  return PUBLIC_URL === undefined ? `${request.protocol}://${request.host}` : site
}
