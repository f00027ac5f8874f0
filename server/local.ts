import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isLoopbackName } from './config.ts'

/** Headers that only a proxy adds. */
export function isProxyHeader(name: string): boolean {
  return proxyHeader.test(name)
}

const proxyHeader = /^(forwarded|via|x-real-ip|x-forwarded-.+|cf-connecting-ip|true-client-ip|x-client-ip)$/

/**
 * Whether a request comes from somebody on this machine: over loopback, to a name of this machine (another name would be a
 * stranger's page, by DNS rebinding), and through no proxy, which would make every stranger local.
 */
export function isLocalRequest({ socket, headers, hostname }: FastifyRequest): boolean {
  return isLoopback(socket.remoteAddress) && isLoopbackName(hostname) && !Object.keys(headers).some(isProxyHeader)
}

/** Whether the address is in 127.0.0.0/8 or is ::1, even if it is an IPv4 address on an IPv6 socket. */
export function isLoopback(address: string | undefined): boolean {
  const plain = address?.replace(/^::ffff:/i, '') ?? ''
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'))
}
