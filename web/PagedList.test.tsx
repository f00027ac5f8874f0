import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { openMemoryHistory } from './history.ts'
import { Router, useLocation } from './router.tsx'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod/mini'
import { endpoint, type ListCall } from '#/contract/endpoint.ts'
import { paged, pageQuery } from '#/contract/page.ts'
import { PagedTable } from './PagedTable.tsx'
import { useList } from './list.ts'

const courtsEndpoint = endpoint({
  method: 'GET',
  path: '/courts',
  access: 'public',
  tag: 'Test',
  summary: 'Courts.',
  query: z.object({ ...pageQuery(), surface: z._default(z.enum(['any', 'clay', 'grass']), 'any') }),
  reply: paged('courts', z.object({ id: z.int(), name: z.string() })),
})

const listCourts: ListCall<typeof courtsEndpoint> = {
  ...courtsEndpoint,
  fields: {
    page: { kind: 'number', least: 1, most: 1_000_000, fallback: 1 },
    per_page: { kind: 'fixed', fallback: 20 },
    surface: { kind: 'choice', values: ['any', 'clay', 'grass'], fallback: 'any' },
  },
}

function Courts() {
  const list = useList(listCourts)
  const { pathname, search } = useLocation()
  return (
    <>
      <h1>Courts</h1>
      <p data-testid="address">{pathname + search}</p>
      <p data-testid="surface">{list.values.surface}</p>
      <button type="button" onClick={() => list.set({ surface: 'clay' })}>
        Clay only
      </button>
      <PagedTable
        list={list}
        loading="Loading the courts"
        count={({ total }) => `${total} courts`}
        rows={({ courts }) => courts}
        rowKey={({ id }) => id}
        columns={[{ key: 'name', header: 'Court', rowHeader: true, cell: ({ name }) => name }]}
        empty={{ text: 'There are no courts yet.', filtered: { text: 'No courts match.', clear: 'Show all courts' } }}
      />
    </>
  )
}

/** The list at an address. `asked`: the queries sent to the server. */
async function show(address: string, answer: (query: URLSearchParams) => Response) {
  const asked: string[] = []
  vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const url = new URL(input instanceof Request ? input.url : input, location.origin)
    asked.push(url.search)
    return Promise.resolve(answer(url.searchParams))
  })
  await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Router history={openMemoryHistory(address)}>
        <Courts />
      </Router>
    </QueryClientProvider>,
  )
  return asked
}

/** 45 courts, 20 on a page. */
function pages(query: URLSearchParams): Response {
  const skip = (Number(query.get('page')) - 1) * 20
  const courts = Array.from({ length: Math.min(20, 45 - skip) }, (_, n) => ({
    id: skip + n,
    name: `Court ${skip + n + 1}`,
  }))
  return Response.json({ courts, total: 45, skip })
}

const address = page.getByTestId('address')

test('the page shown is the one in the address, and the pager keeps the filter', async () => {
  const asked = await show('/courts?page=2&surface=grass', pages)
  await expect.element(page.getByText('45 courts')).toBeVisible()
  await expect.element(page.getByRole('rowheader', { name: 'Court 21' })).toBeVisible()
  await expect.element(page.getByText('Viewing 21-40 of 45 results')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect.element(page.getByRole('rowheader', { name: 'Court 45' })).toBeVisible()
  await expect.element(address).toHaveTextContent('/courts?page=3&surface=grass')
  expect(asked).toEqual(['?page=2&surface=grass', '?page=3&surface=grass'])
})

test('a new filter goes back to the first page', async () => {
  const asked = await show('/courts?page=3', pages)
  await expect.element(page.getByRole('rowheader', { name: 'Court 45' })).toBeVisible()
  await page.getByRole('button', { name: 'Clay only' }).click()
  await expect.element(page.getByTestId('surface')).toHaveTextContent('clay')
  await expect.element(address).toHaveTextContent('/courts?surface=clay')
  await expect.element(page.getByText('Viewing 1-20 of 45 results')).toBeVisible()
  await expect.poll(() => asked.at(-1)).toBe('?surface=clay&page=1')
})

test('invalid values in the address are ignored', async () => {
  const asked = await show('/courts?page=minus&surface=mud', pages)
  await expect.element(page.getByText('Viewing 1-20 of 45 results')).toBeVisible()
  await expect.element(page.getByTestId('surface')).toHaveTextContent('any')
  expect(asked).toEqual(['?page=1'])
})

test('a page past the last one redirects to the last one', async () => {
  await show('/courts?page=9', (query) =>
    Number(query.get('page')) > 3 ? Response.json({ courts: [], total: 45, skip: 160 }) : pages(query),
  )
  await expect.element(page.getByText('Viewing 41-45 of 45 results')).toBeVisible()
  await expect.element(address).toHaveTextContent('/courts?page=3')
})

test('an empty list says what is missing; with a filter it links to the whole list', async () => {
  await show('/courts?surface=clay', (query) =>
    query.has('surface') ? Response.json({ courts: [], total: 0, skip: 0 }) : pages(query),
  )
  await expect.element(page.getByText('No courts match.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all courts' }).click()
  await expect.element(page.getByText('45 courts')).toBeVisible()
  expect(address.element().textContent).toBe('/courts')
})

test('without a filter an empty list has nothing to remove', async () => {
  await show('/courts', () => Response.json({ courts: [], total: 0, skip: 0 }))
  await expect.element(page.getByText('There are no courts yet.')).toBeVisible()
  expect(page.getByRole('link').elements()).toEqual([])
})

test('a failed read shows the reason, and can be retried', async () => {
  let isDown = true
  await show('/courts', (query) =>
    isDown
      ? Response.json(
          { message: 'Deuce is temporarily unavailable.', code: 'unavailable', request_id: '0d3f' },
          { status: 503 },
        )
      : pages(query),
  )
  await expect.element(page.getByText('Loading the courts')).toBeInTheDocument()
  await expect.element(page.getByText('Deuce is temporarily unavailable.'), { timeout: 10_000 }).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('45 courts')).toBeVisible()
})
