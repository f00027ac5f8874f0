import { useState } from 'react'
import { getUser, resendVerifyEmail, type User } from '#/features/accounts/contract.ts'
import { DoublesFields, NameFields, PlayingFields } from '#/features/accounts/PlayerFields.tsx'
import { useChange, useRead } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { ErrorSummary } from '#/web/ui/ErrorSummary.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PhoneField } from '#/web/ui/PhoneField.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { ChangeEmailDialog } from './ChangeEmailDialog.tsx'
import { PhotoSection } from './PhotoSection.tsx'
import { Section } from './Section.tsx'
import { updateProfile } from './contract.ts'

/** Who I am: photo, email, name, phone, how and where I play. */
export default function ProfileSettingsPage() {
  const read = useRead(getUser, {})
  const { data, error } = read
  return (
    <>
      {data ? (
        <>
          {!data.user.profile_complete && (
            <div className="mb-8">
              <Notice tone="warn" title="Your profile is not complete yet">
                Phone, level, gender and location are needed before you join a league.
              </Notice>
            </div>
          )}
          <PhotoSection user={data.user} />
          <EmailSection user={data.user} />
          <ProfileForm user={data.user} />
        </>
      ) : error ? (
        <>
          <title>Settings · Deuce</title>
          <ReadError of={read} />
        </>
      ) : (
        <Skeleton count={6} label="Loading your profile" />
      )}
    </>
  )
}

function EmailSection({ user }: { user: User }) {
  const [changing, setChanging] = useState(false)
  const [asked, setAsked] = useState<string | null>(null)
  const resend = useChange(resendVerifyEmail)
  return (
    <Section title="Email" lead="You sign in with this email, and we send scores and schedules to it.">
      <div className="flex flex-col items-start gap-4">
        <p className="max-w-full font-[620] wrap-anywhere">{user.email}</p>
        {asked !== null && (
          <Notice tone="success" announce>
            {asked}
          </Notice>
        )}
        {!user.email_verified && asked === null && (
          <Notice
            tone="warn"
            title="Not confirmed yet"
            actions={
              <Button
                size="sm"
                variant="secondary"
                busy={resend.isPending}
                onClick={() =>
                  resend.mutate(
                    {},
                    {
                      onSuccess: ({ message }) => showToast({ tone: 'good', text: message }),
                      onError: ({ message }) => showToast({ tone: 'bad', text: message }),
                    },
                  )
                }
              >
                Send me the link again
              </Button>
            }
          >
            Open the link in the email we sent you.
          </Notice>
        )}
        <Button variant="secondary" onClick={() => setChanging(true)}>
          Change email
        </Button>
      </div>
      {changing && (
        <ChangeEmailDialog
          present={user.email}
          onClose={() => setChanging(false)}
          onAsked={(message) => {
            setAsked(message)
            setChanging(false)
          }}
        />
      )}
    </Section>
  )
}

function ProfileForm({ user }: { user: User }) {
  const save = useChange(updateProfile, [getUser])
  const form = useForm({
    schema: updateProfile.body,
    initial: {
      first_name: user.first_name,
      last_name: user.last_name,
      phone: user.phone ?? '+1 ',
      singles_level: user.singles_level ?? '',
      gender: user.gender ?? '',
      location: user.location ?? '',
      doubles_level: user.doubles_level ?? '',
      'doubles_partner.full_name': user.doubles_partner?.full_name ?? '',
      'doubles_partner.email': user.doubles_partner?.email ?? '',
    },
    toBody: ({ 'doubles_partner.full_name': full_name, 'doubles_partner.email': email, ...values }) => ({
      ...values,
      email: user.email,
      ...(values.doubles_level === '' ? {} : { doubles_partner: { full_name, email } }),
    }),
    onSubmit: async (body) => {
      const { message } = await save.mutateAsync({ body })
      showToast({ tone: 'good', text: message })
    },
  })
  return (
    <Section
      title="About you"
      lead="Players in your leagues see your name and photo. Choose under Privacy whether they see your phone number."
    >
      <title>{form.errors.length > 0 ? 'Error: Profile · Settings · Deuce' : 'Profile · Settings · Deuce'}</title>
      <form onSubmit={(event) => void form.submit(event)} noValidate className="flex max-w-xl flex-col gap-5">
        <ErrorSummary errors={form.errors} attempt={form.attempt} />
        {form.refusal && form.errors.length === 0 && <Notice tone="error">{form.refusal.message}</Notice>}
        <NameFields form={form} />
        <PhoneField {...form.field('phone')} label="Phone" hint="For arranging matches." />
        <PlayingFields form={form} />
        <DoublesFields form={form} />
        <FormActions>
          <Button type="submit" busy={form.busy}>
            Save profile
          </Button>
        </FormActions>
      </form>
    </Section>
  )
}
