import { neededDetails } from '#/contract/genders.ts'
import { getUser } from '#/features/calls.gen.ts'
import type { User } from '#/features/accounts/contract.ts'
import { DoublesFields, NameFields, PlayingFields } from '#/features/accounts/PlayerFields.tsx'
import { YearOfBirthField } from '#/features/accounts/YearOfBirthField.tsx'
import { useRead } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { Button } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PhoneField } from '#/web/ui/PhoneField.tsx'
import { EmergencySection } from './EmergencySection.tsx'
import { EmailSection } from './EmailSection.tsx'
import { PhotoSection } from './PhotoSection.tsx'
import { Section } from './Section.tsx'
import { updateProfile } from './contract.ts'
import { PageTitle } from '#/web/PageTitle.tsx'
import { Loaded } from '#/web/Loaded.tsx'
import { useAction } from '#/web/action.ts'
import { FormErrors } from '#/web/FormErrors.tsx'

/** The player's profile: photo, email, name, phone, level and area. */
export default function ProfileSettingsPage() {
  const read = useRead(getUser, {})
  return (
    <>
      <PageTitle>Settings</PageTitle>
      <Loaded of={read} loading="Loading your profile" skeleton={{ kind: 'lines', count: 6 }}>
        {({ user }) => (
          <>
            {!user.profile_complete && (
              <div className="mb-8">
                <Notice tone="warn" title="Your profile is not complete yet">
                  You need to add {neededDetails()} before you join a league.
                </Notice>
              </div>
            )}
            <PhotoSection user={user} />
            <EmailSection user={user} />
            <ProfileForm user={user} />
            {!user.impersonated && <EmergencySection />}
          </>
        )}
      </Loaded>
    </>
  )
}

function ProfileForm({ user }: { user: User }) {
  const save = useAction(updateProfile, { stale: [getUser] })
  const form = useForm({
    schema: updateProfile.body,
    initial: {
      first_name: user.first_name,
      last_name: user.last_name,
      one_name: user.one_name,
      phone: user.phone ?? '',
      singles_level: user.singles_level ?? '',
      gender: user.gender ?? '',
      year_of_birth: user.year_of_birth,
      location: user.location ?? '',
      doubles_level: user.doubles_level ?? '',
      doubles_partner: {
        full_name: user.doubles_partner?.full_name ?? '',
        email: user.doubles_partner?.email ?? '',
      },
    },
    keep: { name: `profile-by-${user.id}` },
    toBody: ({ doubles_partner, ...values }) => ({
      ...values,
      email: user.email,
      ...(values.doubles_level === '' ? {} : { doubles_partner }),
    }),
    onSubmit: (body) => save.submit({ body }),
  })
  return (
    <Section
      title="About you"
      lead="Players in your leagues see your name and photo. Choose under Privacy whether they see your phone number."
    >
      <PageTitle failed={form.failed}>Profile · Settings</PageTitle>
      <form onSubmit={(event) => void form.submit(event)} noValidate className="flex max-w-xl flex-col gap-5">
        <FormErrors form={form} />
        <NameFields form={form} />
        <PhoneField {...form.field('phone')} label="Phone" hint="For arranging matches." />
        <PlayingFields form={form} />
        <YearOfBirthField field={form.number('year_of_birth')} />
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
