import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { openMemoryHistory } from './history.ts'
import {
  Link,
  listRoutes,
  matchRoute,
  Navigate,
  Outlet,
  Route,
  Router,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from './router.tsx'

function Here({ name }: { name: string }) {
  const { pathname, search, hash, state } = useLocation()
  const how = useNavigationType()
  const params = JSON.stringify(useParams())
  return (
    <p>
      {name} at {pathname + search + hash}, {how}, {params}, {JSON.stringify(state)}
    </p>
  )
}

const inner = (
  <Route element={<Frame />}>
    <Route index element={<Here name="start" />} />
    <Route path="results/r" element={<Here name="list" />} />
    <Route path="results/:id" element={<Here name="result" />} />
    <Route path="settings" element={<Frame />}>
      <Route index element={<Here name="profile" />} />
      <Route path="account" element={<Here name="account" />} />
    </Route>
    <Route path="old" element={<Navigate to="/inside/results/1" replace state={{ from: 'old' }} />} />
    <Route path="*" element={<Here name="lost" />} />
  </Route>
)

function Inside() {
  return <Routes>{inner}</Routes>
}

/** A layout that counts presses, to show whether it was kept. */
function Frame() {
  const [count, setCount] = useState(0)
  return (
    <div>
      <button type="button" onClick={() => setCount(count + 1)}>
        Pressed {count}
      </button>
      <Outlet />
    </div>
  )
}

function Moves() {
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  return (
    <nav>
      <Link to="/inside/results/7">Seven</Link>
      <Link to="/inside/settings">Settings</Link>
      <Link to="?page=2">Second page</Link>
      <Link to="/inside/old">Old</Link>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
      <button type="button" onClick={() => setParams((now) => ({ ...Object.fromEntries(now), why: '3' }))}>
        Why {params.get('page')}
      </button>
      <button type="button" onClick={() => void navigate('/inside', { replace: true, state: 'replaced' })}>
        Replace
      </button>
    </nav>
  )
}

async function show(address: string) {
  await render(
    <Router history={openMemoryHistory(address)}>
      <Moves />
      <Routes>
        <Route path="/" element={<Here name="home" />} />
        <Route path="/inside/*" element={<Inside />} />
        <Route path="*" element={<Here name="nowhere" />} />
      </Routes>
    </Router>,
  )
}

const press = (name: string) => page.getByRole('button', { name }).click()
const follow = (name: string) => page.getByRole('link', { name }).click()

test.each([
  ['/', 'home', {}],
  ['/inside', 'start', {}],
  ['/inside/', 'start', {}],
  ['/inside/results/r', 'list', {}],
  ['/INSIDE/results/%C3%A9', 'result', { id: 'é' }],
  ['/inside/results/%', 'result', { id: '%' }],
  ['/inside/results/1/2', 'lost', { '*': 'results/1/2' }],
  ['/insider', 'nowhere', { '*': 'insider' }],
  ['/inside/settings/account', 'account', {}],
])('%s shows the first route that matches: %s', async (address, name, params) => {
  await show(address)
  await expect.poll(() => document.querySelector('p')?.textContent).toContain(`${name} at ${address}, POP`)
  const shown = /\{.*\}/.exec(document.querySelector('p')?.textContent ?? '')?.[0] ?? '{}'
  expect(JSON.parse(shown)).toMatchObject(params)
})

test('a layout stays while its screens change, and back goes back', async () => {
  await show('/inside')
  await press('Pressed 0')
  await follow('Seven')
  await expect.element(page.getByText(/^result at \/inside\/results\/7, PUSH/)).toBeInTheDocument()
  await follow('Settings')
  await expect.element(page.getByText(/^profile at \/inside\/settings, PUSH/)).toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Pressed 1' })).toBeInTheDocument()
  await press('Back')
  await expect.element(page.getByText(/^result at \/inside\/results\/7, POP/)).toBeInTheDocument()
})

test('a link without a path keeps the path, and a link to the current address adds no history entry', async () => {
  await show('/inside/results/r?page=1#top')
  expect(page.getByRole('link', { name: 'Second page' }).element().getAttribute('href')).toBe(
    '/inside/results/r?page=2',
  )
  await follow('Second page')
  await expect.element(page.getByText(/^list at \/inside\/results\/r\?page=2, PUSH/)).toBeInTheDocument()
  await follow('Second page')
  await expect.element(page.getByText(/^list at \/inside\/results\/r\?page=2, REPLACE/)).toBeInTheDocument()
  await press('Back')
  await expect.element(page.getByText(/^list at \/inside\/results\/r\?page=1#top, POP/)).toBeInTheDocument()
})

test('search parameters are changed from their current values', async () => {
  await show('/inside/results/r?page=2')
  await press('Why 2')
  await expect.element(page.getByText(/\?page=2&why=3, PUSH/)).toBeInTheDocument()
})

test('a redirecting address is not in the history, and passes its state on', async () => {
  await show('/inside')
  await follow('Old')
  await expect
    .element(page.getByText(/^result at \/inside\/results\/1, REPLACE.*\{"from":"old"\}$/))
    .toBeInTheDocument()
  await press('Back')
  await expect.element(page.getByText(/^start at \/inside, POP/)).toBeInTheDocument()
  await press('Replace')
  await expect.element(page.getByText(/^start at \/inside, REPLACE.*"replaced"$/)).toBeInTheDocument()
})

test('a link with a modifier, another button or a target is left to the browser', async () => {
  await show('/inside')
  const link = page.getByRole('link', { name: 'Seven' }).element()
  for (const init of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }]) {
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, ...init })
    // Prevents the browser from opening the link.
    const stop = (event: Event) => {
      expect(event.defaultPrevented).toBe(false)
      event.preventDefault()
    }
    addEventListener('click', stop, { once: true })
    link.dispatchEvent(click)
  }
  await expect.element(page.getByText(/^start at \/inside, POP/)).toBeInTheDocument()
})

test('nested routes know their address wherever they are mounted', () => {
  const routes = listRoutes(inner, '/inside')
  expect(matchRoute(routes, '/inside/results/r')?.route.path).toBe('/inside/results/r')
  expect(matchRoute(routes, '/inside/nowhere')?.route.isRest).toBe(true)
  expect(matchRoute(routes, '/outside')).toBeNull()
})
