export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2
}

/** A line of a table: the name, then cells of equal width. */
export function row(name: string, ...cells: string[]): string {
  return (name.padEnd(44) + cells.map((cell) => cell.padStart(12)).join('')).trimEnd()
}

/** Machines differ, so a missed target is reported but fails nothing. */
export function verdict(met: boolean): string {
  return met ? 'met' : 'target missed'
}
