import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Reply } from '#/contract/endpoint.ts'
import { formatTotal } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { AreaFilter, useOrganizerArea } from '#/organizer/desk/AreaFilter.tsx'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listUnplayed, type Unplayed } from './contract.ts'
import { formatSum } from './format.ts'
import { SettleDialog } from './SettleDialog.tsx'
import { SettledList } from './SettledList.tsx'
import { UnplayedLine } from './UnplayedLine.tsx'

/** Matches that were not played, with what their record proposes: ?area=, ?season=&year=&division=. */
export default function UnplayedPage() {
  const [params] = useSearchParams()
  const area = useOrganizerArea()
  const valueOf = (name: string) => params.get(name) ?? undefined
  const query = { area, season: valueOf('season'), year: valueOf('year'), division: valueOf('division') }
  const read = useRead(listUnplayed, { query }, { keepPrevious: true })
  return (
    <Screen
      title="Unplayed matches"
      lead="Matches whose days are over without a score. The record of offers and answers proposes what follows."
      actions={
        <ButtonLink to={paths.organizer.matchesOf({ state: 'overdue', area })} variant="secondary">
          All overdue matches
        </ButtonLink>
      }
    >
      <AreaFilter />
      <Loaded of={read} loading="Reading the records" skeleton={{ count: 5 }}>
        {(data) => (
          <div className="flex flex-col gap-10">
            <Proposals key={area} {...data} />
            {data.settled.length > 0 && <SettledList settled={data.settled} />}
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

function Proposals({ matches, total }: Pick<Reply<typeof listUnplayed>, 'matches' | 'total'>) {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [preview, setPreview] = useState<readonly Unplayed[] | null>(null)
  if (matches.length === 0)
    return (
      <EmptyState picture="no-matches" title="Every match is settled">
        A match comes here when its days are over and it has no score.
      </EmptyState>
    )
  const chosen = matches.filter(({ match_id }) => !left.has(match_id))

  function choose(match_id: number, isChosen: boolean): void {
    setLeft((before) => {
      const after = new Set(before)
      if (isChosen) after.delete(match_id)
      else after.add(match_id)
      return after
    })
  }

  return (
    <section aria-label="Proposals" className="flex flex-col gap-4">
      <p className="lettering text-lg">
        {formatTotal(total, 'match', 'matches')}: {formatSum(matches)}
      </p>
      {total > matches.length && (
        <Notice>
          These are the {matches.length} that have waited longest. The others follow when these are settled.
        </Notice>
      )}
      <ul className="flex flex-col">
        {matches.map((match) => (
          <li key={match.match_id} className="border-b border-line bg-surface p-4">
            <UnplayedLine match={match} />
            <div className="mt-1 flex flex-wrap items-center gap-x-6">
              <Checkbox
                label="Apply this"
                aria-label={`Apply this: ${match.one} against ${match.two}`}
                checked={!left.has(match.match_id)}
                onChange={(event) => choose(match.match_id, event.currentTarget.checked)}
              />
              <TextLink to={paths.match(match.match_id)} className="inline-flex min-h-6 items-center">
                See the record<span className="sr-only"> of {`${match.one} against ${match.two}`}</span>
              </TextLink>
            </div>
          </li>
        ))}
      </ul>
      <div className="sticky bottom-0 z-10 border-t border-line bg-chalk py-3">
        <Button reason={chosen.length === 0 ? 'Choose a match.' : undefined} onClick={() => setPreview(chosen)}>
          {chosen.length === matches.length && chosen.length > 1
            ? `Settle all ${chosen.length}`
            : `Settle ${formatTotal(chosen.length, 'match', 'matches')}`}
        </Button>
      </div>
      {preview && (
        <SettleDialog matches={preview} onClose={() => setPreview(null)} onSettled={() => setLeft(new Set())} />
      )}
    </section>
  )
}
