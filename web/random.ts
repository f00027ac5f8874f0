/** A random, unguessable text of letters and digits. `crypto.randomUUID` exists only on secure pages. */
export function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
