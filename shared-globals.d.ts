/** The globals that rules and contracts use, which both the browser and Node.js have. */
declare class URLSearchParams {
  constructor(init?: string)
  readonly size: number
  get(name: string): string | null
  set(name: string, value: string): void
  delete(name: string): void
  toString(): string
}
declare class URL {
  static canParse(url: string): boolean
  constructor(url: string)
  readonly hostname: string
}
