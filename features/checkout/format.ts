import { formatNumber } from '#/contract/locale.ts'

/** A tax as people read it: 'GST, 10 %'. */
export function formatTax({ name, rate }: { name: string; rate: number }): string {
  return `${name}, ${formatNumber(rate)} %`
}
