/** Digits in groups of four, as on the card: '4242 4242 4242 4242'. */
export function groupDigits(typed: string): string {
  return typed
    .replaceAll(/\D/g, '')
    .slice(0, 19)
    .replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}

/** Month and year as they stand on the card, '04 / 30', from '0430', '4/30', '04/2030' or the part typed so far. */
export function groupExpiry(typed: string): string {
  const padded = typed.trim().replace(/^([2-9]|1(?=\s*\/))/, '0$1')
  const digits = padded.replaceAll(/\D/g, '').slice(0, 6)
  if (digits.length <= 2) return digits
  return `${digits.slice(0, 2)} / ${digits.length === 6 ? digits.slice(4) : digits.slice(2)}`
}

/** '04 / 30' as the wire has it; empty where it cannot be read. */
export function readExpiry(typed: string): { exp_month?: number; exp_year?: number } {
  const [, month, year] = /^(\d\d) \/ (\d\d)$/.exec(groupExpiry(typed)) ?? []
  return month === undefined || year === undefined ? {} : { exp_month: Number(month), exp_year: Number(year) }
}
