import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { DeletedMatches, DrawRounds, Flights, Ladder } from './DrawRounds.tsx'

/** A preview in which two players are called Ada Lund, and two Bea Moe. */
function Preview({ isLater }: { isLater: boolean }) {
  const card = { one: 'Ada Lund', two: 'Bea Moe' }
  const names = ['Ada Lund', 'Ada Lund', ...(isLater ? [] : ['Cleo Berg']), 'Bea Moe', 'Bea Moe']
  const last = { season: 'Fall 2026', division_name: null, group: 'Box' as const, flight: 2, rank: 1 }
  const days = { play_from: '2026/09/07', play_by: '2026/09/13' }
  return (
    <>
      <DrawRounds word="round" rounds={[{ round: 1, ...days, cards: [card, card], bye: null }]} />
      <Flights
        group="Box"
        onMove={null}
        flights={[names, ['Ada Lund'], ['Ada Lund']].map((each) =>
          each.map((name, place) => ({ entry_id: place, name, from: null, last: null, rating: null })),
        )}
      />
      <Ladder names={names.map((name, place) => ({ entry_id: place, name, last, rating: null }))} onMove={null} />
      <DeletedMatches
        matches={[
          { ...card, ...days },
          { ...card, ...days },
        ]}
      />
    </>
  )
}

test('two players with one name are both in the preview of a draw, even when it changes', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const { container, rerender } = await render(<Preview isLater={false} />)
  const count = (section: string) =>
    [...container.querySelectorAll(`section[aria-labelledby=${section}] li`)]
      .filter((item) => item.querySelector('li') === null)
      .map(({ textContent }) => textContent)
      .filter((text) => text.includes('Ada Lund')).length
  expect(['rounds', 'flights', 'ladder', 'gone'].map(count)).toEqual([2, 4, 2, 2])
  await rerender(<Preview isLater />)
  expect(['rounds', 'flights', 'ladder', 'gone'].map(count)).toEqual([2, 4, 2, 2])
  expect(container.textContent).not.toContain('Cleo Berg')
  expect(container.textContent).toContain('1st of box 2 in Fall 2026')
  expect(error).not.toHaveBeenCalled()
})

test('the first of a box moves above the last of the box before', async () => {
  const onMove = vi.fn<(entry_id: number, above_id: number) => void>()
  const entry = (entry_id: number, name: string) => ({ entry_id, name, from: null, last: null, rating: null })
  const flights = [[entry(1, 'Ada'), entry(2, 'Bea')], [entry(3, 'Cleo')]]
  const screen = await render(<Flights group="Box" flights={flights} onMove={onMove} />)
  await screen.getByRole('button', { name: 'Move up: Cleo' }).click()
  expect(onMove).toHaveBeenCalledWith(3, 2)
  expect(screen.getByRole('button').elements()).toHaveLength(2)
})
