import { useEffect, useRef, useState } from 'react'
import { formatOrdinal } from '#/contract/locale.ts'
import type { Reply } from '#/contract/endpoint.ts'
import { getPlayer, getUser } from '#/features/calls.gen.ts'
import { momentOf, type Moment as MomentOf } from '#/rules/moments.ts'
import { useRead } from '#/web/api.ts'
import { useHydrated } from '#/web/served-page.ts'
import { createStore } from '#/web/store.ts'
import { announce } from '#/web/ui/announce.ts'
import { Ball } from '#/web/ui/Ball.tsx'

/** Results whose moment this device has shown, newest first. */
const shown = createStore<number[]>('deuce.moments', (stored) =>
  Array.isArray(stored) ? stored.filter((each) => typeof each === 'number') : [],
)
const MOST_KEPT = 50

/** Says once on this device that a new result is a win, a title or a climb: the board turns, the ball lands. */
export default function Moment({ match_id }: { match_id: number }) {
  const isHydrated = useHydrated()
  const [isNew] = useState(() => !shown.get().includes(match_id))
  const me = useRead(getUser, {})
  const id = me.data?.user.id
  const read = useRead(getPlayer, { params: { id: id ?? 0 } }, { enabled: isHydrated && isNew && id !== undefined })
  const moment = isNew && read.data ? momentIn(read.data, match_id) : null
  return moment && <Shown match_id={match_id} text={formatMoment(moment)} />
}

function Shown({ match_id, text }: { match_id: number; text: string }) {
  const board = useRef<HTMLParagraphElement>(null)
  const ball = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    shown.set([match_id, ...shown.get().filter((each) => each !== match_id)].slice(0, MOST_KEPT))
    announce(text)
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    board.current?.animate([{ transform: 'perspective(40rem) rotateX(-90deg)' }, { transform: 'none' }], {
      duration: 350,
      easing: 'ease-out',
    })
    ball.current?.animate(
      ['-3rem', '0', '-0.75rem', '0'].map((height) => ({ transform: `translateY(${height})` })),
      { duration: 700, delay: 150, easing: 'ease-in', fill: 'backwards' },
    )
  }, [match_id, text])
  return (
    <p ref={board} className="on-board flex items-center gap-3 rounded-md border border-board-line p-3">
      <span ref={ball}>
        <Ball className="size-5" />
      </span>
      <span className="lettering text-xl text-on-board">{text}</span>
    </p>
  )
}

function momentIn(page: Reply<typeof getPlayer>, match_id: number): MomentOf | null {
  const { matches, matches_total, places, titles } = page
  const index = matches?.findIndex((each) => each.match_id === match_id) ?? -1
  const match = matches?.[index]
  if (!matches || !match) return null
  const series = places?.find(({ league_id }) => league_id === match.league_id)?.series ?? []
  const day = match.playoff ? -1 : series.findIndex((each) => each.day === match.match_date)
  return momentOf({
    outcome: match.outcome,
    is_title: titles?.some((title) => title.match_id === match_id && title.won) ?? false,
    earlier: matches.slice(index + 1).map(({ outcome }) => outcome),
    is_whole: matches.length === matches_total,
    before: series[day - 1]?.place ?? null,
    after: series[day]?.place ?? null,
  })
}

function formatMoment(moment: MomentOf): string {
  switch (moment.kind) {
    case 'title':
      return 'Game, set, title. You have won the final.'
    case 'first_win':
      return 'Your first win.'
    case 'climbed':
      return `You have climbed to ${formatOrdinal(moment.place)} place.`
    case 'streak':
      return `${moment.wins} wins in a row.`
    case 'win':
      return 'Game, set and match. You have won.'
  }
}
