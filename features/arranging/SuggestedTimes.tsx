import { suggestTimes } from '#/features/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { Button } from '#/web/ui/Button.tsx'
import { formatAppointment } from './format.ts'
import { draftOf, type TimeDraft } from './offer-draft.web.ts'
import { shareReasons } from './share-reasons.ts'

type SuggestedTimesProps = { match_id: number; onUse: (times: TimeDraft[]) => void }

/** Times at which both sides can play, which fill the offer with one press. Without any, nothing is shown. */
export function SuggestedTimes({ match_id, onUse }: SuggestedTimesProps) {
  const read = useRead(suggestTimes, { params: { id: match_id } })
  const suggestions = read.data?.suggestions ?? []
  if (suggestions.length === 0) return null
  const { shared, own } = shareReasons(suggestions.map(({ why }) => why))
  return (
    <section aria-labelledby="suggested" className="rounded-sm border border-line bg-sunk p-4">
      <h3 id="suggested" className="font-[680]">
        Suggested times
      </h3>
      {shared && <p className="mt-1 text-sm text-ink-soft">{shared}</p>}
      <ul className="mt-2 mb-4 flex flex-col gap-2">
        {suggestions.map((time, place) => (
          <li key={`${time.match_date} ${time.match_time}`}>
            <span className="tabular font-[620]">{formatAppointment(time)}</span>
            {own[place] && <span className="block text-sm text-ink-soft">{own[place]}</span>}
          </li>
        ))}
      </ul>
      <Button variant="secondary" onClick={() => onUse(suggestions.map(draftOf))}>
        Use {suggestions.length === 1 ? 'this time' : `these ${suggestions.length} times`}
      </Button>
    </section>
  )
}
