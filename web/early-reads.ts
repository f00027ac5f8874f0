import { setSender } from './call.ts'

/** What the document has asked for beside its code (app/screens/page-start.js), by who asks and address. */
const { early } = globalThis as { early?: { reads?: Record<string, Promise<Response | null>> } }

/** Milliseconds of the page's life: what was asked for at its start is too old then (NAMED_MS in live.ts). */
const EARLY_MS = 6_000

/** Lets each of these reads be answered by what is under way already, once. */
export function takeEarlyReads(): void {
  const { reads } = early ?? {}
  if (!reads) return
  setSender(async (address, request) => {
    const { authorization, ...others } = request.headers as Record<string, string>
    const key = `${authorization} ${address}`
    const asked = performance.now() < EARLY_MS && Object.keys(others).length === 0 ? reads[key] : undefined
    delete reads[key]
    return (await asked) ?? fetch(address, request)
  })
}
