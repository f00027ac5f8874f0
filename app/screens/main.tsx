import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { openBrowserHistory } from '#/web/history.ts'
import { Router } from '#/web/router.tsx'
import { knowAreas, type Area } from '#/contract/areas.ts'
import { knowOrganization, organization, type Organization } from '#/contract/organization.ts'
import { knowSeasons, type SeasonKind } from '#/contract/known-seasons.ts'
import { paths } from '#/contract/paths.ts'
import { findScreen } from './find-screen.tsx'
import { Screens } from './routes.tsx'
import { token } from '#/web/session.ts'
import { CodeMissing } from '#/web/lazy-screen.tsx'
import '#/web/install-event.ts'
import { applyTheme, storedTheme } from '#/web/ui/theme.ts'
import { setRegion } from '#/web/ui/region.ts'
import '#/web/ui/theme.css'

applyTheme(storedTheme())

const served = document.getElementById('organization')?.textContent
if (served) knowOrganization(JSON.parse(served) as Organization)
setRegion(organization())

const areas = document.getElementById('areas')?.textContent
if (areas) knowAreas(JSON.parse(areas) as Area[])

const seasons = document.getElementById('seasons')?.textContent
if (seasons) knowSeasons(JSON.parse(seasons) as SeasonKind[])

// A sign-in that was sent before the code had come: its page brings the session.
const session = document.getElementById('session')
if (session?.textContent) {
  token.set(JSON.parse(session.textContent) as string)
  session.remove()
  history.replaceState(null, '', paths.profile)
  document.documentElement.dataset['leads'] = ''
}

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
  // The screen itself says that its code did not arrive.
  onCaughtError: (error: unknown) => !(error instanceof CodeMissing) && console.error(error),
}
const isServed = root.hasChildNodes()
// With its code at hand a screen from the server is taken over in one go. Without it, it stays as it is until the code comes.
const found = isServed ? findScreen(location.pathname) : null
if (found) void found.screen.load().then(show, show)
else show()

function show(): void {
  if (!root) return
  // Made here instead: a page for visitors, for somebody who is signed in (page-start.js), and one whose entry in the history
  // has a state, which the server does not know.
  const leadsOn = document.documentElement.dataset['leads'] !== undefined
  const hasState = ((history.state as { usr?: unknown } | null)?.usr ?? null) !== null
  if (isServed && !leadsOn && !hasState) return void hydrateRoot(root, screens, options)
  root.replaceChildren()
  delete document.documentElement.dataset['leads']
  createRoot(root, options).render(screens)
}
