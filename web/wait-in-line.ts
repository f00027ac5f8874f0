import { formatOrdinal } from '#/contract/locale.ts'
import type { RefusalBody } from '#/contract/refusals.ts'
import { showToast } from './ui/toasts.ts'

/** Seconds, if the server did not say. */
const USUAL_S = 3

/** Shows the place in line that a refusal names, and waits until it is time to ask again. An abort ends the wait. */
export async function waitInLine(state: RefusalBody['state'], signal?: AbortSignal): Promise<void> {
  const place = Number(state?.['place'])
  const seconds = Number(state?.['seconds'] ?? USUAL_S)
  const how = seconds === 1 ? 'about a second' : `about ${seconds} seconds`
  if (place > 0) showToast({ tone: 'good', text: `You are ${formatOrdinal(place)} in line, ${how}. Please stay here.` })
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
