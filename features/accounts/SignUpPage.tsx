import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from '#/web/router.tsx'
import { call } from '#/web/call.ts'
import { useForm } from '#/web/form.ts'
import { readFormDraft } from '#/web/form-draft.ts'
import { paths } from '#/contract/paths.ts'
import { Button } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { EntranceLayout } from './EntranceLayout.tsx'
import { takeFocus } from './focus.ts'
import { DoublesFields, NameFields, PhoneAndPasswordFields, PlayingFields } from './PlayerFields.tsx'
import { PageTitle } from '#/web/PageTitle.tsx'
import { FormErrors } from '#/web/FormErrors.tsx'
import { Acceptance } from '#/features/texts/Acceptance.tsx'
import { useGuestDetails } from './guest-details.web.ts'
import { notAccepted } from '#/features/texts/accepting.web.ts'

// Loads the form's validation schema on first use.
const contract = () => import('./contract.ts')

/** Milliseconds between the success message and the sign-in page (docs/product.md, "Constants"). */
const redirectAfter = 3000

export default function SignUpPage() {
  // The page to open after the sign-in.
  const { back } = (useLocation().state ?? {}) as { back?: unknown }
  const [search] = useSearchParams()
  const referral = search.get('referral') ?? ''
  const [welcome, setWelcome] = useState<string | null>(null)
  const keep = {
    name: 'sign-up',
    except: ['password', 'accepted', 'confirms_age', ...(referral === '' ? [] : ['referral_code'])],
  }
  const form = useForm({
    schema: () => contract().then(({ signUp }) => signUp.body),
    initial: {
      first_name: '',
      last_name: '',
      one_name: false,
      email: '',
      phone: '',
      password: '',
      singles_level: '',
      gender: '',
      location: '',
      doubles_level: '',
      doubles_partner: { full_name: '', email: '' },
      referral_code: referral,
      ...notAccepted,
    },
    keep,
    toBody: ({ doubles_partner, referral_code, ...values }) => ({
      ...values,
      ...(values.doubles_level === '' ? {} : { doubles_partner }),
      ...(referral_code.trim() === '' ? {} : { referral_code }),
    }),
    onSubmit: async (body) => {
      const answer = await contract().then(({ signUp }) => call(signUp, { body }))
      setWelcome(answer.message)
    },
  })

  // Choices made at /leagues are not asked again. Known after hydration.
  const { singles_level, gender, location } = useGuestDetails()
  useEffect(() => {
    const chosen = { singles_level, gender, location }
    const typed = readFormDraft(keep, { singles_level: '', gender: '', location: '' })
    for (const name of ['singles_level', 'gender', 'location'] as const)
      if (typed[name] === '' && chosen[name] !== '') form.set(name, chosen[name])
    // oxlint-disable-next-line react/exhaustive-deps
  }, [singles_level, gender, location])

  if (welcome !== null) return <Welcome words={welcome} signIn={{ back, email: form.values.email }} />

  return (
    <EntranceLayout court="fall">
      <PageTitle failed={form.failed}>Create an account</PageTitle>
      <h1 className="lettering text-4xl">Create an account</h1>
      <p className="mt-2 text-ink-soft">Two minutes, then pick a league.</p>
      <form method="post" onSubmit={(event) => void form.submit(event)} noValidate className="mt-6 flex flex-col gap-5">
        <FormErrors form={form} />
        <NameFields form={form} />
        <TextField {...form.field('email')} label="Email" type="email" inputMode="email" autoComplete="email" />
        <PhoneAndPasswordFields form={form} />
        <PlayingFields form={form} />
        <DoublesFields form={form} />
        <TextField
          {...form.field('referral_code')}
          label="Referral code"
          optional
          autoComplete="off"
          autoCapitalize="characters"
          readOnly={referral !== ''}
        />
        <Acceptance form={form} />
        <FormActions>
          <Button type="submit" size="lg" wide busy={form.busy}>
            Create my account
          </Button>
        </FormActions>
      </form>
      <p className="mt-6">
        Already playing?{' '}
        <TextLink to={paths.signIn} state={{ back }}>
          Sign in
        </TextLink>
      </p>
    </EntranceLayout>
  )
}

/** Redirects to the sign-in page, unless the reader has already left. */
function Welcome({ words, signIn }: { words: string; signIn: { back: unknown; email: string } }) {
  const navigate = useNavigate()
  const [state] = useState(signIn)
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.signIn, { state }), redirectAfter)
    return () => clearTimeout(timer)
  }, [navigate, state])
  return (
    <EntranceLayout court="fall">
      <PageTitle>Welcome</PageTitle>
      <h1 ref={takeFocus} tabIndex={-1} className="lettering text-3xl">
        {words}
      </h1>
      <p className="mt-6">
        <TextLink to={paths.signIn} state={state}>
          Go to sign in
        </TextLink>
      </p>
    </EntranceLayout>
  )
}
