// Runs before the page is painted (server/web.ts puts it into the page; its hash is in the content security policy).
;(() => {
  const kept = (storage, key) => {
    try {
      return JSON.parse(globalThis[storage].getItem(key))
    } catch {
      return null
    }
  }
  const page = document.documentElement
  try {
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') page.dataset.theme = theme
  } catch {
    // Storage is blocked: the device's own theme.
  }

  // What is pressed and sent before the code has come waits for it (web/taken-over.ts). A form with an address works without.
  const early = (globalThis.early = { stop: new AbortController() })
  const { signal } = early.stop
  const press = (event) => {
    early.pressed = event.target.closest?.('button:not([type=submit])')
  }
  const hold = (event) => {
    if (event.target.hasAttribute('action')) return
    event.preventDefault()
    early.sent = event.target
  }
  addEventListener('click', press, { capture: true, signal })
  addEventListener('submit', hold, { capture: true, signal })

  // It comes once, and may come before the code that offers it (web/install-event.ts).
  const keepInstall = (event) => {
    event.preventDefault()
    early.install = event
  }
  addEventListener('beforeinstallprompt', keepInstall, { signal })

  // The program of a page that can be read without it comes after the first paint, with which it would share the line.
  const bringProgram = () => {
    const program = document.getElementById('program')
    if (!program) return
    program.remove()
    document.head.append(program.content)
  }
  addEventListener('DOMContentLoaded', () => {
    const isFrameHidden = document.querySelector('#root[data-frame]') && !('frame' in page.dataset)
    if ('leads' in page.dataset || isFrameHidden) bringProgram()
  })
  new PerformanceObserver(bringProgram).observe({ type: 'paint', buffered: true })
  // Nothing is painted of a page in the background.
  addEventListener('load', () =>
    document.hidden ? bringProgram() : requestAnimationFrame(() => setTimeout(bringProgram)),
  )

  const token = kept('sessionStorage', 'deuce.seen-as')?.token ?? kept('localStorage', 'deuce.token')
  if (typeof token !== 'string') return
  // These pages lead somebody who is signed in on to their own: they are not shown first.
  if (['/', '/leagues'].includes(location.pathname)) page.dataset.leads = ''

  // What the screen reads first is asked for beside its code (web/early-reads.ts takes it). Without a network another page is shown here.
  const first = JSON.parse(document.getElementById('first')?.textContent ?? 'null')
  if (first?.at !== location.pathname + location.search) return
  // The frame in the document is this screen's. Nobody else sees it.
  page.dataset.frame = ''
  const authorization = `Bearer ${token}`
  early.reads = {}
  for (const address of first.reads)
    early.reads[`${authorization} ${address}`] = fetch(address, { headers: { authorization } }).catch(() => null)
})()
