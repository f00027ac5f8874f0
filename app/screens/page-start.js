// Runs before the first paint. server/web.ts puts it into the page, and its hash into the content security policy.
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
    // Storage is blocked, so the device's theme applies.
  }

  // Remembers a press and a submission until the code has loaded (web/early-input.ts). A form with an action needs no code.
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

  // The browser sends this once, perhaps before the code that uses it has loaded (web/install-event.ts).
  const keepInstall = (event) => {
    event.preventDefault()
    early.install = event
  }
  addEventListener('beforeinstallprompt', keepInstall, { signal })

  // A page that can be read without its program loads it after the first paint, so as not to slow that down.
  const bringProgram = () => {
    const program = document.getElementById('program')
    if (!program) return
    program.remove()
    document.head.append(program.content)
  }
  new PerformanceObserver(bringProgram).observe({ type: 'paint', buffered: true })
  // A page in the background is not painted.
  addEventListener('load', () =>
    document.hidden ? bringProgram() : requestAnimationFrame(() => setTimeout(bringProgram)),
  )

  const findToken = () => {
    const token = kept('sessionStorage', 'deuce.seen-as')?.token ?? kept('localStorage', 'deuce.token')
    return typeof token === 'string' ? token : null
  }

  // The page can be hidden before its style sheet has loaded.
  const hide = () => (page.style.visibility = 'hidden')

  // These pages redirect signed-in readers to their own, except after a sign-in, whose page contains the new session.
  const own = { '/': '/dashboard', '/leagues': '/dashboard/join-league' }[location.pathname]
  if (own && findToken() !== null && !document.getElementById('session')) {
    hide()
    location.replace(own)
  }

  // Never shows a page that the server rendered for a session other than this tab's, after a sign-in or a sign-out
  // elsewhere or during an impersonation. The browser renders the page instead (app/screens/main.tsx). A page rendered
  // for the device's previous time zone is not shown either, because its times would be wrong.
  const { reader, zone } = page.dataset
  const isOurs = () =>
    findToken()?.slice(0, reader.length) === reader && zone === new Intl.DateTimeFormat().resolvedOptions().timeZone
  if (reader && !isOurs()) {
    hide()
    for (const title of document.querySelectorAll('head > title')) title.remove()
    addEventListener('DOMContentLoaded', () => {
      document.getElementById('root').replaceChildren()
      document.getElementById('reads')?.remove()
      bringProgram()
    })
  }

  // Hides a page in the back/forward cache, and shows it again only to the same reader.
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
