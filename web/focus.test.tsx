import { useState } from 'react'
import { openMemoryHistory } from './history.ts'
import { Link, Route, Router, Routes, useNavigate } from './router.tsx'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useFocusCare } from './focus.ts'
import { useScrollMemory } from './scroll.ts'
import { ConfirmDialog } from './ui/Dialog.tsx'
import { Menu } from './ui/Menu.tsx'
import { Pager } from './ui/Pager.tsx'

const tall = { height: 3000 }

function Root({ children }: { children: React.ReactNode }) {
  useScrollMemory()
  useFocusCare()
  return <main id="main">{children}</main>
}

/** A list of cards with a delete dialog. The dialog closes before its card disappears, as when a list is read again. */
function Matches() {
  const [cards, setCards] = useState(['Ada', 'Bea'])
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <section aria-label="Matches">
      <h2>Upcoming</h2>
      {cards.map((name) => (
        <article key={name}>
          {name}
          <Menu
            label={`Options: ${name}`}
            items={[{ id: 'delete', label: 'Delete', onSelect: () => setAsked(name) }]}
          />
        </article>
      ))}
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Delete?"
        description="It is gone."
        confirm="Delete it"
        cancel="Keep it"
        onConfirm={() => {
          setAsked(null)
          setTimeout(() => setCards((all) => all.filter((each) => each !== asked)), 150)
        }}
      />
    </section>
  )
}

/** The heading appears once the screen has loaded, and is rendered again with the data. */
function Late() {
  const [step, setStep] = useState(0)
  useState(() => [100, 250].forEach((ms, index) => setTimeout(() => setStep(index + 1), ms)))
  return step === 0 ? <p>Loading</p> : <h1 key={step}>Late screen</h1>
}

function List() {
  const navigate = useNavigate()
  const number = Number(new URLSearchParams(location.hash.slice(1)).get('page') ?? 1)
  return (
    <>
      <h1>List</h1>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
      <div style={{ height: 400 }} />
      <div data-list tabIndex={-1} aria-label="Rows">
        <div style={tall}>Rows</div>
        <Pager page={number} perPage={10} total={100} hrefOf={(other) => `?page=${other}`} />
      </div>
    </>
  )
}

function Away() {
  const navigate = useNavigate()
  return (
    <>
      <h1 tabIndex={-1}>Away</h1>
      <div style={tall} />
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
    </>
  )
}

async function show(address = '/') {
  await render(
    <Router history={openMemoryHistory(address)}>
      <Root>
        <Routes>
          <Route
            path="/"
            element={
              <>
                <h1>Start</h1>
                <Link to="/late">To the late screen</Link>
                <Matches />
                <div style={tall} />
                <Link to="/away">Go away</Link>
              </>
            }
          />
          <Route path="/late" element={<Late />} />
          <Route path="/away" element={<Away />} />
          <Route path="/list" element={<List />} />
        </Routes>
      </Root>
    </Router>,
  )
}

const heading = (name: string) => page.getByRole('heading', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })

beforeEach(() => scrollTo(0, 0))

test('the first screen does not take the focus; a new one focuses its heading, even if the heading comes late or twice', async () => {
  await show()
  await expect.element(heading('Start')).not.toHaveFocus()
  await page.getByRole('link', { name: 'To the late screen' }).click()
  await expect.element(heading('Late screen')).toHaveFocus()
  await new Promise((resolve) => setTimeout(resolve, 300))
  await expect.element(heading('Late screen')).toHaveFocus()
})

test('a closing dialog returns the focus to what opened it or, if that is gone, to the nearest heading', async () => {
  await show()
  const options = button('Options: Ada')
  const open = async () => {
    await options.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect.element(page.getByRole('alertdialog')).toBeVisible()
  }
  await open()
  await button('Keep it').click()
  await expect.element(options).toHaveFocus()
  await open()
  await userEvent.keyboard('{Escape}')
  await expect.element(options).toHaveFocus()
  await open()
  await button('Delete it').click()
  await expect.element(options).not.toBeInTheDocument()
  await expect.element(heading('Upcoming')).toHaveFocus()
})

test('going back always restores the scroll position', async () => {
  await show()
  for (const position of [700, 300]) {
    scrollTo(0, position)
    await expect.poll(() => scrollY).toBe(position)
    await new Promise((resolve) => requestAnimationFrame(resolve))
    ;(page.getByRole('link', { name: 'Go away' }).element() as HTMLElement).click()
    await expect.element(heading('Away')).toHaveFocus()
    expect(scrollY).toBe(0)
    scrollTo(0, 40)
    await new Promise((resolve) => setTimeout(resolve, 50))
    ;(button('Back').element() as HTMLElement).click()
    await expect.element(heading('Start')).toHaveFocus()
    await expect.poll(() => scrollY).toBe(position)
  }
})

test('the next page begins at the top of the list and has the focus', async () => {
  await show('/list')
  const rows = page.getByLabelText('Rows')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect.element(rows).toHaveFocus()
  await expect.poll(() => Math.abs(rows.element().getBoundingClientRect().top)).toBeLessThan(120)
})
