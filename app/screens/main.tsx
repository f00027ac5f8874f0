import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { openBrowserHistory } from '#/web/history.ts'
import { Router } from '#/web/router.tsx'
import { setAreas, type Area } from '#/contract/areas.ts'
import { setOrganization, organization, type Organization } from '#/contract/organization.ts'
import { setSeasons, type SeasonKind } from '#/contract/season-kinds.ts'
import { paths } from '#/contract/paths.ts'
import { findScreen } from './find-screen.tsx'
import { Screens } from './routes.tsx'
import { expectScreens } from '#/web/early-input.ts'
import { startClock } from '#/web/now.ts'
import { token } from '#/web/session.ts'
import { CodeMissing } from '#/web/lazy-part.tsx'
import { setFirstScreen } from '#/web/when-idle.ts'
import '#/web/install-event.ts'
import { applyTheme, storedTheme } from '#/web/ui/theme.ts'
import { setRegion } from '#/web/ui/region.ts'
import '#/web/ui/theme.css'

applyTheme(storedTheme())

const served = document.getElementById('organization')?.textContent
if (served) setOrganization(JSON.parse(served) as Organization)
setRegion(organization())

const areas = document.getElementById('areas')?.textContent
if (areas) setAreas(JSON.parse(areas) as Area[])

const seasons = document.getElementById('seasons')?.textContent
if (seasons) setSeasons(JSON.parse(seasons) as SeasonKind[])

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its #root')

const screens = (
  <StrictMode>
    <Router history={openBrowserHistory()}>
      <Screens />
    </Router>
  </StrictMode>
)
const options = {
  // The screen itself shows that its code could not be loaded.
  onCaughtError: (error: unknown) => !(error instanceof CodeMissing) && console.error(error),
}

const session = document.getElementById('session')
if (session?.textContent) {
  // The page is the response to a sign-in that was sent before the code had loaded, and contains the session.
  token.set(JSON.parse(session.textContent) as string)
  location.replace(paths.profile)
} else if (root.hasChildNodes()) {
  expectScreens(1, true)
  // Hydrates a page from the server in a single step, after its code has loaded. Until then the page stays unchanged.
  setFirstScreen(loadScreens().then(hydrate, hydrate))
} else render()

/** Loads the code of the page's screens, one inside the other. */
async function loadScreens(): Promise<void> {
  const found = findScreen(location.pathname)
  await found?.screen.load()
  if (found?.kind !== 'signed-in') return
  // The inner routes import this code too, so it is already loaded.
  const { findScreens } = await import('#/web/prepare.ts')
  const { screens: inside } = findScreens(location.pathname)
  expectScreens(1 + inside.length, true)
  await Promise.all(inside.map((screen) => screen.load()))
}

function hydrate(): void {
  if (!root) return
  // The server does not know the state of a history entry, so the browser renders a page that has one again.
  const { usr: state = null } = (history.state ?? {}) as { usr?: unknown }
  if (state === null) hydrateRoot(root, screens, options)
  else render()
}

function render(): void {
  if (!root) return
  expectScreens(1, false)
  startClock()
  // page-start.js has hidden a page of another session.
  document.documentElement.style.removeProperty('visibility')
  // Hydrates in small steps, so that the page can respond to taps between them.
  startTransition(() => createRoot(root, options).render(screens))
}
