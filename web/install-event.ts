/** Chromium's event for an installable site. */
export type InstallEvent = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

const { early } = globalThis as { early?: { install?: InstallEvent } }

/**
 * The last event: it fires once per page load, before the code that offers the installation, and even before this
 * module (page-start.js).
 */
export const installEvent = { last: early?.install ?? null }

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  installEvent.last = event as InstallEvent
})
