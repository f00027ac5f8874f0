/** What Chromium and its relatives send when the site could be installed. */
export type InstallEvent = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

/** The last one: it comes once for each load of the page, before the code that offers it. */
export const installEvent = { last: null as InstallEvent | null }

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  installEvent.last = event as InstallEvent
})
