import { Component, StrictMode, Suspense, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { lazyPart, Nothing } from './lazy-part.tsx'

/** Chromium's message. */
const notThere = () =>
  new TypeError('Failed to fetch dynamically imported module: https://deuce.example/assets/part.js')

function PartOfScreen({ of }: { of: string }) {
  return <p>The part of {of}</p>
}

const arrives = () => Promise.resolve({ default: PartOfScreen })
const isMissing = (): ReturnType<typeof arrives> => Promise.reject(notThere())

/** Stands for the app's error page. */
class Broken extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    return this.state.error === null ? this.props.children : <p>The error page</p>
  }
}

const show = (part: ReactNode) =>
  render(
    <StrictMode>
      <Broken>
        <p>The rest</p>
        <Suspense fallback={<p>Loading</p>}>{part}</Suspense>
      </Broken>
    </StrictMode>,
  )

// React logs an error that a boundary has caught. The app suppresses this for missing code (app/screens/main.tsx).
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

function setOnline(online: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  dispatchEvent(new Event(online ? 'online' : 'offline'))
}

test('a part is shown once its code is loaded', async () => {
  const Part = lazyPart(arrives)
  const screen = await show(<Part of="tennis" />)
  await expect.element(screen.getByText('The part of tennis')).toBeVisible()
})

test('if its code is missing, the rest of the screen stays, and a button reloads the page', async () => {
  const Part = lazyPart(isMissing)
  const screen = await show(<Part of="tennis" />)
  await expect.element(screen.getByText('This part could not be loaded')).toBeVisible()
  await expect.element(screen.getByText('The rest')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Load the page again' })).toBeVisible()
})

test('without a network the part says to wait for one, and offers no reload that would fail', async () => {
  setOnline(false)
  const Part = lazyPart(isMissing)
  const screen = await show(<Part of="tennis" />)
  await expect.element(screen.getByText('Load the page again once you have a connection.')).toBeVisible()
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
  setOnline(true)
  await expect.element(screen.getByRole('button', { name: 'Load the page again' })).toBeVisible()
})

test('a part whose code is missing can show a fallback, or nothing', async () => {
  const Instead = lazyPart(isMissing, ({ of }) => <p>Without {of}</p>)
  const None = lazyPart(isMissing, Nothing)
  const screen = await show(
    <>
      <Instead of="tennis" />
      <None of="squash" />
    </>,
  )
  await expect.element(screen.getByText('Without tennis')).toBeVisible()
  await expect.element(screen.getByText('could not be loaded')).not.toBeInTheDocument()
  await expect.element(screen.getByText('squash')).not.toBeInTheDocument()
})

test('an error in the part itself shows the error page', async () => {
  const Part = lazyPart<object>(() => Promise.reject(new ReferenceError('part is not defined')))
  const screen = await show(<Part />)
  await expect.element(screen.getByText('The error page')).toBeVisible()
})
