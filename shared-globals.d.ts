/** The globals of both the browser and Node.js that rules and contracts use. */
declare class URLSearchParams {
  constructor(init?: string)
  readonly size: number
  get(name: string): string | null
  set(name: string, value: string): void
  delete(name: string): void
  toString(): string
}
