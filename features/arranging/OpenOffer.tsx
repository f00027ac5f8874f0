import { formatMoment } from '#/contract/format.ts'
import type { ShownOffer } from '#/features/matches/arranging-contract.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { formatAppointment } from './format.ts'

type StandingOfferProps = {
  offer: ShownOffer
  /** The time selected in the email, if any. */
  chosen?: number | undefined
  /** The time that is being accepted. */
  taking?: number | undefined
  onTake?: (time_id: number) => void
  /** Additional buttons: decline, offer other times, withdraw. */
  actions: React.ReactNode
}

/** An open offer: its times, each with a button if the reader's side owes the answer. */
export function OpenOffer({ offer, chosen, taking, onTake, actions }: StandingOfferProps) {
  const mine = offer.by === 'me'
  const times = offer.times.toSorted((a, b) => Number(b.id === chosen) - Number(a.id === chosen))
  return (
    <Card as="section" className="flex flex-col gap-4" aria-labelledby={`offer-${offer.id}`}>
      <div>
        <h2 id={`offer-${offer.id}`} className="lettering text-xl">
          {mine ? 'Your side offers' : `${offer.by_name} offers`}
        </h2>
        <p className="text-sm text-ink-soft">It can be answered until {formatMoment(offer.expires_at)}.</p>
      </div>
      {offer.note && <p className="whitespace-pre-line">“{offer.note}”</p>}
      <ul className="flex flex-col gap-3">
        {times.map((time) => {
          const when = formatAppointment(time)
          if (mine || !onTake)
            return (
              <li key={time.id} className="tabular border-b border-line pb-3 font-[620] last:border-0 last:pb-0">
                {when}
                {time.state === 'expired' && <span className="font-normal text-ink-soft"> (too late to take)</span>}
              </li>
            )
          return (
            <li key={time.id}>
              {time.state === 'expired' ? (
                <p className="tabular text-ink-soft">{when} (too late to take)</p>
              ) : (
                <Button
                  wide
                  size="lg"
                  variant={chosen === undefined || chosen === time.id ? 'primary' : 'secondary'}
                  busy={taking === time.id}
                  onClick={() => onTake(time.id)}
                >
                  Take {when}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <div className="flex flex-wrap gap-3">{actions}</div>
    </Card>
  )
}
