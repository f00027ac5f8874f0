import { formatNumber } from '#/contract/locale.ts'

/** A tax for display: 'GST, 10 %'. */
export function formatTax({ name, rate }: { name: string; rate: number }): string {
  return `${name}, ${formatNumber(rate)} %`
}
