import { useEffect, useState } from 'react'
import { useFormDraft } from '#/features/accounts/use-form-draft.web.ts'
import type { Reply } from '#/contract/endpoint.ts'
import {
  getMatch,
  listMyMatches,
  callOffMatch,
  declineOffer,
  objectToDate,
  offerTimes,
  takeTime,
  withdrawOffer,
} from '#/features/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { hasFormDraft } from '#/web/form-draft.ts'
import { Button } from '#/web/ui/Button.tsx'
import { ArrangeDialog } from './ArrangeDialog.tsx'
import { ArrangingNotice } from './ArrangingNotice.tsx'
import { EffortPart } from './EffortPart.tsx'
import { OfferForm } from './OfferForm.tsx'
import { ProposalNotice } from './ProposalNotice.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { SuggestedTimes } from './SuggestedTimes.tsx'
import { OpenOffer } from './OpenOffer.tsx'

type Match = Reply<typeof getMatch>
type OpenDialog = 'decline' | 'call-off' | 'object' | 'direct'

const stale = [getMatch, listMyMatches]

/** Whether the reader can offer times. */
export function canOffer({ arranging: { is_mine, state, window_over } }: Match): boolean {
  return is_mine && state !== 'over' && !window_over
}

/** Arranging a match: the open offers, and the reader's options. */
export function ArrangingPart({ match }: { match: Match }) {
  const { id, arranging } = match
  const { state, offers, is_mine } = arranging
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [offering, setOffering] = useState(false)
  const kept = useFormDraft(`offer-${id}`)
  const keptReason = useFormDraft(`${dialog ?? ''}-${id}`)
  // The form opens again with what was typed.
  useEffect(() => {
    if (kept && hasFormDraft(kept)) setOffering(true)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [kept?.name])
  const theirs = offers.find(({ by }) => by === 'them')
  const mine = offers.find(({ by }) => by === 'me')
  // A refusal means that the other side was faster: the page loads the current state.
  const take = useAction(takeTime, { stale })
  const withdraw = useAction(withdrawOffer, { stale })
  const offer = useAction(offerTimes, { stale, onDone: () => setOffering(false) })
  const decline = useAction(declineOffer, { stale })
  const callOff = useAction(callOffMatch, { stale })
  const object = useAction(objectToDate, { stale })
  const agreed = match.match_date !== null && state !== 'over'
  const mayOffer = canOffer(match)
  const showsForm = mayOffer && (offering || (state === 'open' && offers.length === 0))

  return (
    <section aria-label="Date and time" className="flex flex-col gap-5">
      <ArrangingNotice match={match} />
      {arranging.effort && <EffortPart effort={arranging.effort} />}
      {arranging.proposal && (
        <ProposalNotice match_id={id} proposal={arranging.proposal} canObject={is_mine && state !== 'over'} />
      )}
      {offers.map((each) => (
        <OpenOffer
          key={each.id}
          offer={each}
          {...(is_mine && {
            taking: take.input?.body.time_id === undefined ? undefined : Number(take.input.body.time_id),
            onTake: (time_id: number) => take.run({ params: { id, offer_id: each.id }, body: { time_id } }),
          })}
          actions={
            is_mine &&
            (each.by === 'them' ? (
              <>
                {!offering && mayOffer && (
                  <Button variant="secondary" onClick={() => setOffering(true)}>
                    Offer other times
                  </Button>
                )}
                <Button variant="quiet" onClick={() => setDialog('decline')}>
                  Decline
                </Button>
              </>
            ) : (
              <>
                {!offering && (
                  <Button variant="secondary" onClick={() => setOffering(true)}>
                    Change the times
                  </Button>
                )}
                <Button
                  variant="quiet"
                  busy={withdraw.busy}
                  onClick={() => withdraw.run({ params: { id, offer_id: each.id } })}
                >
                  Withdraw
                </Button>
              </>
            ))
          }
        />
      ))}
      {showsForm && (
        <div className="rounded-md border border-line bg-surface p-4 sm:p-6">
          <h2 className="lettering mb-4 text-xl">{agreed ? 'Offer to move the match' : 'Offer times'}</h2>
          <OfferForm
            lastDay={arranging.last_day}
            area={match.area}
            keep={kept}
            submit="Send the offer"
            suggest={(fill) => <SuggestedTimes match_id={id} onUse={fill} />}
            onSend={(body) => offer.submit({ params: { id }, body: { ...body, answers: theirs?.id ?? null } })}
            onCancel={offering ? () => setOffering(false) : undefined}
          />
        </div>
      )}
      {is_mine && state !== 'over' && (
        <div className="flex flex-wrap gap-3">
          {agreed && mayOffer && !offering && !theirs && !mine && (
            <Button variant="secondary" onClick={() => setOffering(true)}>
              Offer to move it
            </Button>
          )}
          {arranging.can_object && (
            <Button variant="secondary" onClick={() => setDialog('object')}>
              Object to this date
            </Button>
          )}
          {agreed && (
            <Button variant="quiet" onClick={() => setDialog('call-off')}>
              Call it off
            </Button>
          )}
          <Button variant="quiet" onClick={() => setDialog('direct')}>
            We have agreed already
          </Button>
        </div>
      )}
      {dialog === 'decline' && theirs && (
        <ReasonDialog
          title="Decline these times?"
          description="The match is open again. It helps to offer other times."
          confirm="Decline"
          label="Reason"
          keep={keptReason}
          isOptional
          onSend={(reason) => decline.submit({ params: { id, offer_id: theirs.id }, body: { reason } })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'call-off' && (
        <ReasonDialog
          title="Call this match off?"
          description="The date is removed, and the other side gets an email. How long before the start you call off is recorded."
          confirm="Call it off"
          label="Reason"
          keep={keptReason}
          onSend={(reason) => callOff.submit({ params: { id }, body: { reason } })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'object' && (
        <ReasonDialog
          title="Object to this date?"
          description="The date is removed, and the other side gets an email. It does not count as calling off."
          confirm="Object"
          label="Reason"
          keep={keptReason}
          onSend={(reason) => object.submit({ params: { id }, body: { reason } })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'direct' && <ArrangeDialog card={match} onClose={() => setDialog(null)} />}
    </section>
  )
}
