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

  // What is pressed and sent before the code has come waits for it (web/early-input.ts). A form with an address works without.
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
  new PerformanceObserver(bringProgram).observe({ type: 'paint', buffered: true })
  // Nothing is painted of a page in the background.
  addEventListener('load', () =>
    document.hidden ? bringProgram() : requestAnimationFrame(() => setTimeout(bringProgram)),
  )

  const findToken = () => {
    const token = kept('sessionStorage', 'deuce.seen-as')?.token ?? kept('localStorage', 'deuce.token')
    return typeof token === 'string' ? token : null
  }

  // Without the style sheet too.
  const hide = () => (page.style.visibility = 'hidden')

  // These pages lead somebody who is signed in on to their own; not the answer to a sign-in, which brings a new session.
  const own = { '/': '/dashboard', '/leagues': '/dashboard/join-league' }[location.pathname]
  if (own && findToken() !== null && !document.getElementById('session')) {
    hide()
    location.replace(own)
  }

  // A page that the server has made for another session than this tab's is never seen: somebody has signed out or in meanwhile, or
  // an organizer views the site as a player. The browser makes the page instead (app/screens/main.tsx).
  const { reader } = page.dataset
  if (reader && findToken()?.slice(0, reader.length) !== reader) {
    hide()
    for (const title of document.querySelectorAll('head > title')) title.remove()
    addEventListener('DOMContentLoaded', () => {
      document.getElementById('root').replaceChildren()
      document.getElementById('reads')?.remove()
      bringProgram()
    })
  }

  // A page that is kept for the way back is hidden meanwhile, and seen again by the same reader alone.
  let left
  addEventListener('pagehide', () => {
    left = { token: findToken(), visibility: page.style.visibility }
    hide()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    if (findToken() === left?.token) page.style.visibility = left.visibility
    else location.reload()
  })
})()
