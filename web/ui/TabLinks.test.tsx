import { lazy, Suspense } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { openMemoryHistory } from '#/web/history.ts'
import { Outlet, Route, Router, Routes } from '#/web/router.tsx'
import { TabLinks } from './TabLinks.tsx'

test('a pressed tab is current before its content loads, and the previous content stays meanwhile', async () => {
  let bring = () => {}
  const code = new Promise<void>((go) => (bring = go))
  const Late = lazy(() => code.then(() => ({ default: () => <p>What is late</p> })))
  const tabs = [
    { to: '/first', label: 'First' },
    { to: '/late', label: 'Late' },
  ]
  await render(
    <Router history={openMemoryHistory('/first')}>
      <Suspense fallback="Loading">
        <Routes>
          <Route
            element={
              <>
                <TabLinks label="Tabs" tabs={tabs} />
                <Outlet />
              </>
            }
          >
            <Route path="first" element={<p>What was first</p>} />
            <Route path="late" element={<Late />} />
          </Route>
        </Routes>
      </Suspense>
    </Router>,
  )
  const tab = (name: string) => page.getByRole('link', { name })
  await expect.element(tab('First')).toHaveAttribute('aria-current', 'page')
  await tab('Late').click()
  await expect.element(tab('Late')).toHaveAttribute('aria-current', 'page')
  await expect.element(tab('First')).not.toHaveAttribute('aria-current')
  await expect.element(page.getByText('What was first')).toBeVisible()
  bring()
  await expect.element(page.getByText('What is late')).toBeVisible()
  await expect.element(page.getByText('What was first')).not.toBeInTheDocument()
})
