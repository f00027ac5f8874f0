/** The code of an error from the system ('ENOENT'), PostgreSQL ('55P03') or a library. '' if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
