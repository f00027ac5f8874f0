/** Letters and digits that nobody can guess. `crypto.randomUUID` exists on secure pages only. */
export function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
