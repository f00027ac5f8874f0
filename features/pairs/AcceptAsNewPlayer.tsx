import { areaName } from '#/contract/areas.ts'
import { NameFields, PhoneAndPasswordFields, PlayingFields } from '#/features/accounts/PlayerFields.tsx'
import { YearOfBirthField } from '#/features/accounts/YearOfBirthField.tsx'
import { hasAges } from '#/rules/age-group.ts'
import { ApiError, call } from '#/web/call.ts'
import { useForm } from '#/web/form.ts'
import { token as session } from '#/web/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { acceptAsNewPlayer } from './contract.ts'
import { InvitationFacts, type InvitationProps } from './InvitationFacts.tsx'
import { FormErrors } from '#/web/FormErrors.tsx'
import { answersAll, answersOf, noAnswers } from '#/features/questions/answering.web.ts'
import { QuestionFields } from '#/features/questions/QuestionFields.tsx'
import { Acceptance } from '#/features/texts/Acceptance.tsx'
import { notAccepted } from '#/features/texts/accepting.web.ts'

/** Opens an account for the invited email, joins the pair, and signs in. */
export function AcceptAsNewPlayer({
  invitation,
  me,
  token,
  onDone,
  onOutdated,
  children,
}: InvitationProps & { onOutdated: () => void }) {
  const [first_name = '', ...rest] = invitation.full_name.split(/\s+/)
  const { questions } = invitation
  const form = useForm({
    schema: acceptAsNewPlayer.body.check((ctx) => answersAll(ctx, questions)),
    initial: {
      first_name,
      last_name: rest.join(' '),
      one_name: false,
      phone: '',
      password: '',
      singles_level: '',
      gender: '',
      year_of_birth: null as number | null,
      location: areaName(invitation.area),
      ...notAccepted,
      answers: noAnswers,
    },
    keep: { name: `partner-${invitation.email}`, except: ['password'] },
    toBody: ({ answers, ...values }) => ({
      ...values,
      answers: answersOf(questions, answers),
      token,
    }),
    onSubmit: async (body) => {
      try {
        const answer = await call(acceptAsNewPlayer, { body })
        // Setting null first clears another player's cached data in this browser.
        session.set(null)
        session.set(answer.token)
        onDone(answer.message)
      } catch (error) {
        if (error instanceof ApiError && (error.code === 'email_in_use' || error.code === 'invitation_over'))
          onOutdated()
        throw error
      }
    },
  })
  return (
    <>
      <InvitationFacts
        invitation={invitation}
        me={me}
        gender={form.values.gender}
        year_of_birth={form.values.year_of_birth}
        failed={form.failed}
      />
      <form onSubmit={(event) => void form.submit(event)} noValidate className="mt-6 flex flex-col gap-5">
        <h2 className="lettering text-2xl">Create your account</h2>
        <p className="-mt-3 wrap-anywhere text-ink-soft">For {invitation.email}. It takes two minutes and is free.</p>
        <FormErrors form={form} />
        <NameFields form={form} />
        <PhoneAndPasswordFields form={form} />
        <PlayingFields form={form} />
        {hasAges(invitation) && <YearOfBirthField field={form.number('year_of_birth')} />}
        <QuestionFields form={form} questions={questions} />
        <Acceptance form={form} />
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
