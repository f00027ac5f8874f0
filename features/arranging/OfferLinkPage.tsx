import { useState } from 'react'
import { useLocation } from '#/web/router.tsx'
import type { Reply } from '#/contract/endpoint.ts'
import { formatMoment, formatLeague } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { takeFocus } from '#/features/accounts/focus.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { useMailedToken } from '#/web/mailed-token.ts'
import { PageTitle } from '#/web/PageTitle.tsx'
import { PublicFrame } from '#/web/PublicFrame.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { counterByLink, declineByLink, readOfferLink, takeByLink } from '#/features/calls.gen.ts'
import { ClockNote } from '#/features/matches/ClockNote.tsx'
import { formatAppointment } from './format.ts'
import { OfferForm } from './OfferForm.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { OpenOffer } from './OpenOffer.tsx'

/**
 * The screen behind the email about an offer. Opening it has no effect, because mail programs open links automatically.
 */
export default function OfferLinkPage() {
  const { hash } = useLocation()
  // The token and the selected time are removed from the address at once.
  const [chosen] = useState(() => Number(new URLSearchParams(hash.slice(1)).get('time')) || undefined)
  const token = useMailedToken()
  return (
    <PublicFrame>
      <OfferLink key={token} token={token} chosen={chosen} />
    </PublicFrame>
  )
}

type LinkProps = { token: string; chosen: number | undefined }

function OfferLink({ token, chosen }: LinkProps) {
  const link = useRead(readOfferLink, { body: { token } })
  const [done, setDone] = useState<string | null>(null)
  if (done !== null) return <Ending title="Thank you" text={done} />
  if (link.data) return <Question link={link.data} token={token} chosen={chosen} onDone={setDone} />
  if (link.error && link.error.status === 409)
    return <Ending title="This link no longer works" text={link.error.message} failed />
  return (
    <Screen title="Times for your match">
      <Loaded of={link} loading="Loading the times" skeleton={{ kind: 'lines', count: 4 }} />
    </Screen>
  )
}

function Ending({ title, text, failed = false }: { title: string; text: string; failed?: boolean }) {
  return (
    <>
      <PageTitle failed={failed}>{title}</PageTitle>
      <h1 ref={takeFocus} tabIndex={-1} className="lettering text-4xl">
        {title}
      </h1>
      <p className="mt-4 mb-6">{text}</p>
      <ButtonLink to={paths.profile}>Go to my matches</ButtonLink>
    </>
  )
}

type QuestionProps = LinkProps & { link: Reply<typeof readOfferLink>; onDone: (message: string) => void }

function Question({ link, token, chosen, onDone }: QuestionProps) {
  const { match, arranging, offer_id, first_name } = link
  const [asked, setAsked] = useState<'counter' | 'decline' | null>(null)
  const take = useAction(takeByLink, { stale: [readOfferLink], toast: null, onDone: ({ message }) => onDone(message) })
  const offer = arranging.offers.find(({ id }) => id === offer_id)
  if (!offer) return null
  return (
    <Screen
      title={`${first_name}, when do you play?`}
      documentTitle="Times for your match"
      kicker={formatLeague(match)}
      lead={
        <p>
          {[match.player_one_name, match.player_one_a_name].filter((name) => name !== null).join(' & ')} against{' '}
          {[match.player_two_name, match.player_two_a_name].filter((name) => name !== null).join(' & ')}
        </p>
      }
    >
      <div className="flex max-w-xl flex-col gap-6">
        {match.match_date !== null && (
          <Notice tone="info" title="This would move your match">
            It is agreed for {formatAppointment(match)} until you take another time.
          </Notice>
        )}
        <OpenOffer
          offer={offer}
          chosen={chosen}
          taking={take.input?.body.time_id === undefined ? undefined : Number(take.input.body.time_id)}
          onTake={(time_id) => take.run({ body: { token, time_id } })}
          actions={
            <>
              {asked !== 'counter' && (
                <Button variant="secondary" onClick={() => setAsked('counter')}>
                  Offer other times
                </Button>
              )}
              <Button variant="quiet" onClick={() => setAsked('decline')}>
                Decline
              </Button>
            </>
          }
        />
        {asked === 'counter' && (
          <CounterPart
            token={token}
            lastDay={arranging.last_day}
            offer_id={offer_id}
            onDone={onDone}
            onCancel={() => setAsked(null)}
          />
        )}
        {asked === 'decline' && (
          <DeclinePart token={token} offer_id={offer_id} onDone={onDone} onClose={() => setAsked(null)} />
        )}
        <ClockNote area={match.area} />
        <p className="text-sm text-ink-soft">
          This page works until {formatMoment(offer.expires_at)}, without signing in.
        </p>
      </div>
    </Screen>
  )
}

type CounterProps = {
  token: string
  lastDay: string
  offer_id: number
  onDone: (message: string) => void
  onCancel: () => void
}

function CounterPart({ token, lastDay, offer_id, onDone, onCancel }: CounterProps) {
  const counter = useAction(counterByLink, { toast: null, onDone: ({ message }) => onDone(message) })
  return (
    <section aria-labelledby="counter" className="rounded-md border border-line bg-surface p-4 sm:p-6">
      <h2 id="counter" className="lettering mb-4 text-xl">
        Offer other times
      </h2>
      <OfferForm
        lastDay={lastDay}
        area=""
        keep={{ name: `counter-${offer_id}` }}
        submit="Send the offer"
        onSend={(body) => counter.submit({ body: { ...body, token } })}
        onCancel={onCancel}
      />
    </section>
  )
}

type DeclineProps = { token: string; offer_id: number; onDone: (message: string) => void; onClose: () => void }

function DeclinePart({ token, offer_id, onDone, onClose }: DeclineProps) {
  const decline = useAction(declineByLink, { toast: null, onDone: ({ message }) => onDone(message) })
  return (
    <ReasonDialog
      title="Decline these times?"
      description="The other side is emailed, and can offer others."
      confirm="Decline"
      label="Reason"
      isOptional
      keep={{ name: `decline-${offer_id}` }}
      onSend={(reason) => decline.submit({ body: { token, reason } })}
      onClose={onClose}
    />
  )
}
