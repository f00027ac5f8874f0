import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { openBrowserHistory } from '#/web/history.ts'
import { passFocusOn } from '#/web/frame-focus.ts'
import { Router } from '#/web/router.tsx'
import { knowAreas, type Area } from '#/contract/areas.ts'
import { knowOrganization, organization, type Organization } from '#/contract/organization.ts'
import { knowSeasons, type SeasonKind } from '#/contract/known-seasons.ts'
import { paths } from '#/contract/paths.ts'
import { findScreen } from './find-screen.tsx'
import { Screens } from './routes.tsx'
import { token } from '#/web/session.ts'
import { CodeMissing } from '#/web/lazy-part.tsx'
import { knowFirstScreen } from '#/web/when-idle.ts'
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
/** Milliseconds that a frame stays for the first reads, once its code is there: it gives way to the whole screen. */
const FIRST_READS_MS = 200
/** Milliseconds after which a skeleton is seen (--animate-late), and in which that of a frame gives way. */
const LATE_MS = 300
const WAITED_MS = 1_000
/** Milliseconds after which a first read is too slow for what can wait to wait for it. */
const SLOW_MS = 5_000

const isServed = root.hasChildNodes()
const hasFrame = root.dataset['frame'] !== undefined
const isFrameSeen = hasFrame && document.documentElement.dataset['frame'] !== undefined
// With its code at hand a screen from the server is taken over in one go. Without it, it stays as it is until the code comes.
const found = isServed ? findScreen(location.pathname) : null
if (found) knowFirstScreen(found.screen.load().then(loadFirst).then(show, show).then(untilRead))
else show()

/** The code and the data of what a frame stands for. The code is there already: the frame of the screens imports it. */
async function loadFirst(): Promise<void> {
  if (!isFrameSeen || token.get() === null) return
  const [{ findScreens }, { whenRead }] = await Promise.all([import('#/web/prepare.ts'), import('#/web/api.ts')])
  const { screens: around, params } = findScreens(location.pathname)
  const loading = Promise.all(around.map((screen) => screen.load()))
  for (const screen of around) screen.prefetch({ params, search: new URLSearchParams(location.search) })
  await loading
  await whenRead(FIRST_READS_MS)
}

/** Until what the first screen reads is there, as far as it does not take too long. */
async function untilRead(): Promise<void> {
  if (isFrameSeen) await (await import('#/web/api.ts')).whenRead(SLOW_MS)
}

function show(): void {
  if (!root) return
  // Made here instead: a page for visitors, for somebody who is signed in (page-start.js), and one whose entry in the history
  // has a state, which the server does not know.
  const leadsOn = document.documentElement.dataset['leads'] !== undefined
  const hasState = ((history.state as { usr?: unknown } | null)?.usr ?? null) !== null
  if (isServed && !hasFrame && !leadsOn && !hasState) return void hydrateRoot(root, screens, options)
  const page = document.documentElement
  // A frame stays until React puts the screen into its place.
  if (isFrameSeen) passFocusOn(root)
  else root.replaceChildren()
  if (isFrameSeen && performance.now() - paintedAt() > LATE_MS) {
    page.dataset['waited'] = ''
    setTimeout(() => delete page.dataset['waited'], WAITED_MS)
  }
  delete root.dataset['frame']
  delete page.dataset['frame']
  delete page.dataset['leads']
  // In small steps, between which a tap is answered.
  startTransition(() => createRoot(root, options).render(screens))
}

function paintedAt(): number {
  return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now()
}
