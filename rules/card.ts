/** Whether the card has expired: its last month is over. */
export function isExpired({ exp_month, exp_year }: { exp_month: number; exp_year: number }, now: Date): boolean {
  return exp_year * 12 + exp_month - 1 < now.getUTCFullYear() * 12 + now.getUTCMonth()
}
