/** What Chromium and its relatives send when the site could be installed. */
export type InstallEvent = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

const { early } = globalThis as { early?: { install?: InstallEvent } }

/** The last one: it comes once for each load of the page, before the code that offers it, and even before this (page-start.js). */
export const installEvent = { last: early?.install ?? null }

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  installEvent.last = event as InstallEvent
})
