/** The passwords of the test users. */
export const passwords = ['a quiet word with the net', 'correct horse battery'] as const

/**
 * Content that no line of the log may contain in any test: emails and passwords of the test users, card numbers, and
 * credentials of sessions or payments.
 */
const secrets = new RegExp(
  [
    String.raw`[\w.+-]+@example\.\w+`,
    ...passwords,
    '4242[ -]?4242',
    String.raw`\bBearer [\w-]{20}`,
    'ctoken_',
    '_secret_',
    'whsec_',
    'sk_test_',
  ].join('|'),
  'i',
)

/** Receives every log line of a test's app, prints none, and fails the run if one contains forbidden content. */
export const checkedLog = {
  level: 'trace' as const,
  write(text: string): void {
    const found = secrets.exec(text)
    if (found)
      throw new Error(
        `The log holds what it must not: ${text.slice(Math.max(0, found.index - 300), found.index + 100)}`,
      )
  },
}
