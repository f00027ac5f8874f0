import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { openMemoryHistory } from '#/web/history.ts'
import { Router } from '#/web/router.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { MatchDetail } from '#/features/matches/contract.ts'
import { standardRules } from '#/rules/season-rules.ts'
import type { OrganizerVersion } from './contract.ts'
import { MatchResultForm } from './MatchScoreForms.tsx'

const match: MatchDetail = {
  id: 382,
  match_date: null,
  match_time: null,
  player_one_id: 12,
  player_one_name: 'Monica Nolan',
  player_one_a_id: null,
  player_one_a_name: null,
  player_two_id: 31,
  player_two_name: 'Nora Whitfield',
  player_two_a_id: null,
  player_two_a_name: null,
  my_side: null,
  window_over: false,
  is_upcoming: true,
  played: false,
  winner: null,
  set_games: [],
  match_status: null,
  score_line: null,
  area: 'south-bend',
  league_name: 'Fall',
  league_slug: 'fall',
  level_name: "Women's Singles 3.5",
  level_slug: 'womens-singles-3-5',
  year: 2026,
  play_from: null,
  play_by: null,
  match_location: null,
  court_id: null,
  map_url: null,
  confirmation: null,
  provisional: false,
  same_hour: false,
  not_played: false,
  live: null,
  arranging_state: 'open',
  owes_answer: null,
  round: 3,
  rules: standardRules,
  sport: 'tennis',
  match_area: null,
  match_notes: null,
  duration: null,
  total_score: null,
  reported_by: null,
}

const voided: OrganizerVersion = {
  version: 1,
  kind: 'report',
  stands: false,
  voided: true,
  winner: 'two',
  side: 'two',
  set_games: [
    { score_1: 2, score_2: 6 },
    { score_1: 6, score_2: 4 },
    { score_1: 11, score_2: 9 },
  ],
  score_line: '2-6 6-4 11-9',
  match_status: null,
  match_date: '2026/10/19',
  match_area: 'dc',
  match_location: 'Leeper Park, court 4',
  duration: '01:35',
  match_notes: 'Windy.',
  reported_by: 'Nora Whitfield',
  reported_at: '2026-10-19T20:00:00.000Z',
  answer: null,
  answered_by: null,
  answered_at: null,
  answer_reason: '',
}

afterEach(() => vi.restoreAllMocks())

/** Opens the form and submits it with a reason. Returns what it sent. */
async function enterAgain(last: OrganizerVersion): Promise<unknown> {
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json({ message: 'Entered.', id: 382 }, { status: 201 }))
  await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Router history={openMemoryHistory('/')}>
        <MatchResultForm match={match} last={last} />
      </Router>
    </QueryClientProvider>,
  )
  await page.getByRole('textbox', { name: /reason/i }).fill('Typed for the other player.')
  await page.getByRole('button', { name: 'Enter the result' }).click()
  const sent = () => fetched.mock.calls.find(([, init]) => init?.method === 'POST')?.[1]?.body
  await vi.waitFor(() => expect(sent()).toBeTypeOf('string'))
  const body = sent()
  return typeof body === 'string' ? JSON.parse(body) : null
}

test('re-entering a voided result keeps its day, place, sets, duration and notes', async () => {
  expect(await enterAgain(voided)).toMatchObject({
    matchup_id: 382,
    match_date: '2026/10/19',
    match_area: 'dc',
    match_location: 'Leeper Park, court 4',
    winner: { id: '31' },
    opponent: { id: '12' },
    set_games: voided.set_games,
    match_notes: 'Windy.',
    reason: 'Typed for the other player.',
  })
})
