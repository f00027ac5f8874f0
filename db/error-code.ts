/** The code of an error: of the system ('ENOENT'), of PostgreSQL ('55P03') or of a library; '' when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
