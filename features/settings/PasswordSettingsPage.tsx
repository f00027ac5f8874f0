import { useState } from 'react'
import { useRead } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { paths } from '#/contract/paths.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PasswordField } from '#/web/ui/PasswordField.tsx'
import { Section } from './Section.tsx'
import { getSettings, listAccess } from '#/features/calls.gen.ts'
import { changePassword } from './contract.ts'
import { PageTitle } from '#/web/PageTitle.tsx'
import { Loaded } from '#/web/Loaded.tsx'
import { useAction } from '#/web/action.ts'
import { FormErrors } from '#/web/FormErrors.tsx'

/** Changes the password, after asking for the current one. */
export default function PasswordSettingsPage() {
  const read = useRead(getSettings, {})
  // Resets the form after saving.
  const [saved, setSaved] = useState(0)
  return (
    <Section
      title="Password"
      lead="8 characters or more. A few words in a row are easy to remember. Changing it signs out your other devices."
    >
      <PageTitle>Password · Settings</PageTitle>
      <Loaded of={read} loading="Loading" skeleton={{ kind: 'lines' }}>
        {({ has_password }) =>
          has_password ? (
            <PasswordForm key={saved} onSaved={() => setSaved(saved + 1)} />
          ) : (
            <Notice
              title="Your account has no password"
              actions={<ButtonLink to={paths.forgotPassword}>Set a password by email</ButtonLink>}
            >
              You sign in another way. To set a password too, ask us for a link.
            </Notice>
          )
        }
      </Loaded>
    </Section>
  )
}

function PasswordForm({ onSaved }: { onSaved: () => void }) {
  const change = useAction(changePassword, { stale: [listAccess], onDone: onSaved })
  const form = useForm({
    schema: changePassword.body,
    initial: { password: '', new_password: '' },
    toBody: (values) => values,
    onSubmit: (body) => change.submit({ body }),
  })
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex max-w-md flex-col gap-5">
      <PageTitle failed={form.failed}>Password · Settings</PageTitle>
      <FormErrors form={form} />
      <PasswordField {...form.field('password')} label="Current password" autoComplete="current-password" />
      <PasswordField
        {...form.field('new_password')}
        label="New password"
        autoComplete="new-password"
        hint="8 characters or more."
        meter
      />
      <FormActions>
        <Button type="submit" busy={form.busy}>
          Change password
        </Button>
      </FormActions>
    </form>
  )
}
