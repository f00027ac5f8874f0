import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Characters of a text that is not compressed, because it fits into one network packet with its headers anyway. */
const SHORT = 800

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Whether Accept-Encoding lists a coding (RFC 9110, section 12.5.3). q=0 refuses it. */
const takesBrotli = /\bbr\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/i
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/i

/** The compressed copies of one text, by coding. */
export type Compressed = Partial<Record<'br' | 'gzip', Promise<Buffer>>>

/**
 * Compresses a text with the best coding that the client accepts, at a level that costs less than sending it, and sets the
 * headers for it. `known` has the copies made so far, and gets new ones. Never use it for a text with a secret beside input
 * that a stranger can make the reader send: the length would reveal the secret (BREACH).
 */
export function compressFor(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  text: string,
  known: Compressed = {},
): string | Promise<Buffer> {
  if (!variesByCoding(reply, text)) return text
  const accepted = String(headers['accept-encoding'] ?? '')
  const coding = takesBrotli.test(accepted) ? 'br' : takesGzip.test(accepted) ? 'gzip' : null
  if (coding === null) return text
  void reply.header('content-encoding', coding)
  return (known[coding] ??= compressed[coding](text))
}

/** Whether a text is long enough to be compressed. If so, sets Vary, so that a cache knows that there are several forms of it. */
export function variesByCoding(reply: FastifyReply, text: string): boolean {
  if (text.length < SHORT) return false
  void reply.header('vary', 'accept-encoding')
  return true
}

const compressed = {
  br: (text: string) =>
    brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
  gzip: (text: string) => zip(text),
}
