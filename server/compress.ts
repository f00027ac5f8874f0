import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Characters of a text that is sent as it is: with its headers it fits into one packet of the network anyway. */
const SHORT = 800

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** What a header Accept-Encoding says of a coding (RFC 9110, section 12.5.3); q=0 refuses it. */
const takesBrotli = /\bbr\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/i
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/i

/** What has been compressed of one text, by coding. */
export type Compressed = Partial<Record<'br' | 'gzip', Promise<Buffer>>>

/**
 * A text as small as its reader can read it, at a level that costs less than the sending; sets the headers that say so. `known`:
 * what of it has been compressed already, to which this adds. Never for a text that has a secret beside what a stranger can make
 * the reader send: its length would tell of it (BREACH).
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

/** Whether a text is compressed for who can read that; then says so, because a cache that keeps one form of it must know of the other. */
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
