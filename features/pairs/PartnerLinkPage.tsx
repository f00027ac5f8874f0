import { useEffect, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { areaName } from '#/contract/areas.ts'
import type { Gender } from '#/contract/fields.ts'
import { getUser, type User } from '#/features/accounts/contract.ts'
import { EntranceLayout } from '#/features/accounts/EntranceLayout.tsx'
import { EntranceNews } from '#/features/accounts/EntranceNews.tsx'
import { NameFields, PlayingFields } from '#/features/accounts/PlayerFields.tsx'
import { formatDays, formatName } from '#/contract/format.ts'
import { ApiError, call } from '#/web/call.ts'
import { useForm } from '#/web/form.ts'
import { paths } from '#/contract/paths.ts'
import { token as session } from '#/web/session.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { ErrorSummary } from '#/web/ui/ErrorSummary.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PasswordField } from '#/web/ui/PasswordField.tsx'
import { PhoneField } from '#/web/ui/PhoneField.tsx'
import { Spinner } from '#/web/ui/Spinner.tsx'
import { acceptAsNewPlayer, acceptInvitation, declineInvitation, readInvitation, type Invitation } from './contract.ts'

/** Where the email to a partner leads. Opening it does nothing: mail programs open links by themselves. */
export default function PartnerLinkPage() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  return <PartnerLink key={token} token={token} />
}

function PartnerLink({ token }: { token: string }) {
  const { asked, me, error, again } = useAsked(token)
  const [done, setDone] = useState<{ heading: string; text: string } | null>(null)
  const mine = asked !== null && me !== null && isSame(asked.email, me.email)

  if (done !== null)
    return (
      <EntranceNews court="summer-1" heading={done.heading} next={<Onward inside={mine || session.get() !== null} />}>
        {done.text}
      </EntranceNews>
    )
  if (error?.code === 'invitation_over')
    return (
      <EntranceNews
        court="summer-1"
        heading="This invitation is no longer open"
        error
        next={<Onward inside={session.get() !== null} />}
      >
        {error.message}
      </EntranceNews>
    )
  if (error)
    return (
      <EntranceNews
        court="summer-1"
        heading="Something went wrong"
        error
        next={
          <Button size="lg" onClick={again}>
            Try again
          </Button>
        }
      >
        {error.message}
      </EntranceNews>
    )
  if (asked === null)
    return (
      <EntranceLayout court="summer-1">
        <title>Play doubles? · Deuce</title>
        <h1 className="lettering text-4xl">Play doubles?</h1>
        <p className="mt-4">
          <Spinner label="Loading the invitation" size={28} />
        </p>
      </EntranceLayout>
    )

  const decline = (
    <Decline token={token} onDone={(text) => setDone({ heading: 'Declined', text })} inviter={asked.inviter} />
  )
  const accepted = (text: string) => setDone({ heading: 'You are in the pair', text })
  return (
    <EntranceLayout court="summer-1">
      {asked.account ? (
        <Accept asked={asked} gender={asked.account.gender} me={mine ? null : me} token={token} onDone={accepted}>
          {decline}
        </Accept>
      ) : (
        <SignUp asked={asked} me={me} token={token} onDone={accepted} onKnown={again}>
          {decline}
        </SignUp>
      )}
    </EntranceLayout>
  )
}

/** What the link asks, and who is signed in here; nothing yet, or why not. */
function useAsked(token: string) {
  const [asked, setAsked] = useState<Invitation | null>(null)
  const [me, setMe] = useState<User | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    const stopping = new AbortController()
    const fail = (thrown: unknown) => {
      if (thrown instanceof ApiError) setError(thrown)
      else if (!stopping.signal.aborted) throw thrown
    }
    const user = session.get() === null ? Promise.resolve(null) : call(getUser, {}, stopping.signal).catch(() => null)
    Promise.all([call(readInvitation, { body: { token } }, stopping.signal), user]).then(([{ invitation }, known]) => {
      setError(null)
      setAsked(invitation)
      setMe(known?.user ?? null)
    }, fail)
    return () => stopping.abort()
  }, [token, round])
  return { asked, me, error, again: () => setRound((n) => n + 1) }
}

function isSame(one: string, two: string): boolean {
  return one.toLowerCase() === two.toLowerCase()
}

function Onward({ inside }: { inside: boolean }) {
  return (
    <ButtonLink to={inside ? paths.myLeague : paths.signIn} size="lg">
      {inside ? 'Go to my league' : 'Go to sign in'}
    </ButtonLink>
  )
}

type AskProps = {
  asked: Invitation
  token: string
  /** Who else is signed in here; null: nobody, or who is invited. */
  me: User | null
  onDone: (message: string) => void
  /** The other answer. */
  children: ReactNode
}

/** Who asks whom into what. */
function Question({ asked, me, gender, failed }: Omit<AskProps, 'token' | 'onDone' | 'children'> & Facts) {
  const { inviter, level_name, league_name, year, area, starting_date, ending_date, level_gender, email } = asked
  const heading = `${inviter} invites you to play doubles`
  return (
    <>
      <title>{`${failed ? 'Error: ' : ''}${heading} · Deuce`}</title>
      <h1 className="lettering text-4xl wrap-anywhere">{heading}</h1>
      <p className="mt-4">
        As partners in <strong className="font-[650]">{`${level_name}, ${league_name} ${year}`}</strong>, in{' '}
        {areaName(area)}, <span className="tabular">{formatDays(starting_date, ending_date)}</span>. You arrange your
        own matches, and either of you can report the scores. Your place is paid for.
      </p>
      <div className="mt-4 flex flex-col gap-4">
        {me && (
          <Notice tone="warn" title={`You are signed in as ${formatName(me)}`}>
            <span className="wrap-anywhere">
              The invitation is for {email}, so your answer counts for that email, not for your account.
            </span>
          </Notice>
        )}
        {level_gender !== null && gender !== '' && gender !== null && level_gender !== gender && (
          <Notice tone="warn">
            {`${level_name} is meant for ${level_gender === 'Male' ? 'men' : 'women'}. You can still play.`}
          </Notice>
        )}
      </div>
    </>
  )
}

type Facts = { gender: Gender | '' | null; failed: boolean }

/** The email has an account: one press, and it is in. */
function Accept({ asked, gender, me, token, onDone, children }: AskProps & { gender: Gender | null }) {
  const form = useForm({
    schema: acceptInvitation.body,
    initial: {},
    toBody: () => ({ token }),
    onSubmit: async (body) => onDone((await call(acceptInvitation, { body })).message),
  })
  return (
    <>
      <Question asked={asked} me={me} gender={gender} failed={form.refusal !== null} />
      <form onSubmit={(event) => void form.submit(event)} noValidate className="mt-6 flex flex-col gap-5">
        {form.refusal && (
          <Notice
            tone="error"
            actions={
              form.refusal.code === 'profile_incomplete' && (
                <ButtonLink to={session.get() === null ? paths.signIn : paths.settings} variant="secondary">
                  {session.get() === null ? 'Sign in' : 'Settings'}
                </ButtonLink>
              )
            }
          >
            {form.refusal.message}
          </Notice>
        )}
        <p className="wrap-anywhere text-ink-soft">
          Your account with {asked.email} joins. You do not need to sign in.
        </p>
        <FormActions>
          <Button type="submit" size="lg" wide busy={form.busy}>
            Accept
          </Button>
        </FormActions>
      </form>
      {children}
    </>
  )
}

/** There is no account: the few things that one needs, then it is in, and signed in. */
function SignUp({ asked, me, token, onDone, onKnown, children }: AskProps & { onKnown: () => void }) {
  const [first_name = '', ...rest] = asked.full_name.split(/\s+/)
  const form = useForm({
    schema: acceptAsNewPlayer.body,
    initial: {
      first_name,
      last_name: rest.join(' '),
      phone: '+1 ',
      password: '',
      singles_level: '',
      gender: '',
      location: areaName(asked.area),
    },
    toBody: (values) => ({ ...values, token }),
    onSubmit: async (body) => {
      try {
        const answer = await call(acceptAsNewPlayer, { body })
        // Whatever somebody else has read here is forgotten first.
        session.set(null)
        session.set(answer.token)
        onDone(answer.message)
      } catch (error) {
        if (error instanceof ApiError && (error.code === 'email_in_use' || error.code === 'invitation_over')) onKnown()
        throw error
      }
    },
  })
  return (
    <>
      <Question asked={asked} me={me} gender={form.values.gender as Gender | ''} failed={form.errors.length > 0} />
      <form onSubmit={(event) => void form.submit(event)} noValidate className="mt-6 flex flex-col gap-5">
        <h2 className="lettering text-2xl">Create your account</h2>
        <p className="-mt-3 wrap-anywhere text-ink-soft">For {asked.email}. It takes two minutes and is free.</p>
        <ErrorSummary errors={form.errors} attempt={form.attempt} />
        {form.refusal && form.errors.length === 0 && <Notice tone="error">{form.refusal.message}</Notice>}
        <NameFields form={form} />
        <PhoneField
          {...form.field('phone')}
          label="Phone"
          hint="For arranging matches. Only players in your leagues see it."
        />
        <PasswordField
          {...form.field('password')}
          label="Password"
          autoComplete="new-password"
          hint="8 characters or more."
          meter
        />
        <PlayingFields form={form} />
        <FormActions>
          <Button type="submit" size="lg" wide busy={form.busy}>
            Accept and create my account
          </Button>
        </FormActions>
      </form>
      {children}
    </>
  )
}

type DeclineProps = { token: string; inviter: string; onDone: (message: string) => void }

function Decline({ token, inviter, onDone }: DeclineProps) {
  const form = useForm({
    schema: declineInvitation.body,
    initial: {},
    toBody: () => ({ token }),
    onSubmit: async (body) => onDone((await call(declineInvitation, { body })).message),
  })
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="mt-3 flex flex-col gap-3">
      {form.refusal && <Notice tone="error">{form.refusal.message}</Notice>}
      <Button type="submit" variant="quiet" wide busy={form.busy}>
        Decline
      </Button>
      <p className="text-sm text-ink-soft">
        We let {inviter} know either way. If you do nothing, the invitation expires and you do not join.
      </p>
    </form>
  )
}
