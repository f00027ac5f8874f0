import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'

/** The machine's load before the benchmark began. */
const loadBefore = loadavg()[0]

/** The measurements of one burst. Times are milliseconds. */
export type Load = {
  requests: number
  seconds: number
  p50: number
  p95: number
  p99: number
  p999: number
  failed: number
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2
}

/** Requests per second in a burst. */
export function rate({ requests, seconds }: Load): number {
  return requests / seconds
}

/** Summarizes a burst that began at `start`, from the milliseconds of each call. */
export function loadOf(times: readonly number[], start: number, failed: number): Load {
  const seconds = (performance.now() - start) / 1000
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { requests: sorted.length, seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99), p999: at(0.999), failed }
}

/** Medians over bursts: requests per second, and milliseconds for a call. */
export function middleOf(loads: readonly Load[]) {
  const middle = (figure: (load: Load) => number) => rounded(median(loads.map(figure)))
  return {
    rate: middle(rate),
    p50_ms: middle(({ p50 }) => p50),
    p99_ms: middle(({ p99 }) => p99),
    p999_ms: middle(({ p999 }) => p999),
  }
}

/** A line of a table: the name, then cells of equal width. */
export function row(name: string, ...cells: string[]): string {
  return (name.padEnd(44) + cells.map((cell) => cell.padStart(12)).join('')).trimEnd()
}

/** Machines differ, so a missed target is reported but does not fail the benchmark. */
export function verdict(met: boolean): string {
  return met ? 'met' : 'missed'
}

/** Rounds a figure to the digits that a machine can reproduce. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}

/** Writes a benchmark's figures to dist/bench/<name>.json, with the time and the machine's load. */
export async function writeFigures(name: string, figures: object): Promise<void> {
  const machine = { cores: availableParallelism(), load_before: loadBefore, load_after: loadavg()[0] }
  const folder = join(import.meta.dirname, '../dist/bench')
  await mkdir(folder, { recursive: true })
  const written = { bench: name, at: new Date().toISOString(), machine, ...figures }
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(written, null, 2)}\n`)
}
