import { paths } from '#/contract/paths.ts'
import { hasAges } from '#/rules/age-group.ts'
import { ApiError, call } from '#/web/call.ts'
import { useForm } from '#/web/form.ts'
import { token as session } from '#/web/session.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { acceptInvitation } from './contract.ts'
import { InvitationFacts, type InvitationProps } from './InvitationFacts.tsx'
import { FormErrors } from '#/web/FormErrors.tsx'
import { answersAll, answersOf, noAnswers } from '#/features/questions/answering.web.ts'
import { QuestionFields } from '#/features/questions/QuestionFields.tsx'
import { AcceptFields } from '#/features/texts/AcceptFields.tsx'
import { acceptsAsked, isAsked, toAsked } from '#/features/texts/asked-player.web.ts'
import { notAccepted } from '#/features/texts/accepting.web.ts'

/** Accepts an invitation with the existing account of the invited email. */
export function AcceptInvitation({
  invitation,
  gender,
  me,
  token,
  onDone,
  onOutdated,
  children,
}: InvitationProps & { gender: string | null; onOutdated: () => void }) {
  const { questions } = invitation
  const asked = toAsked(invitation)
  const form = useForm({
    schema: acceptInvitation.body.check((ctx) => {
      answersAll(ctx, questions)
      acceptsAsked(ctx, asked)
    }),
    initial: { ...notAccepted, answers: noAnswers },
    toBody: ({ answers, ...accepted }) => ({ token, ...accepted, answers: answersOf(questions, answers) }),
    onSubmit: async (body) => {
      try {
        onDone((await call(acceptInvitation, { body })).message)
      } catch (error) {
        // A newer version is in force, or a question was added.
        if (error instanceof ApiError && error.state !== undefined) onOutdated()
        throw error
      }
    },
  })
  return (
    <>
      <InvitationFacts invitation={invitation} me={me} gender={gender} failed={form.refusal !== null} />
      <form onSubmit={(event) => void form.submit(event)} noValidate className="mt-6 flex flex-col gap-5">
        <FormErrors
          form={form}
          action={
            form.refusal?.code === 'profile_incomplete' && (
              <ButtonLink to={session.get() === null ? paths.signIn : paths.settings} variant="secondary">
                {session.get() === null ? 'Sign in' : 'Settings'}
              </ButtonLink>
            )
          }
        />
        <p className="wrap-anywhere text-ink-soft">
          Your account with {invitation.email} joins. You do not need to sign in.
          {hasAges(invitation) && ' Your year of birth belongs in your profile, under Settings; nobody has to give it.'}
        </p>
        <QuestionFields form={form} questions={questions} />
        {isAsked(asked) && <AcceptFields form={form} asked={asked} />}
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
