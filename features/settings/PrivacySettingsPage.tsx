import { useChange, useRead } from '#/web/api.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { Section } from './Section.tsx'
import { getSettings, updatePrivacy } from './contract.ts'

/** What the players of my leagues see of me. Each box is saved as it is changed. */
export default function PrivacySettingsPage() {
  const read = useRead(getSettings, {})
  const { data, error } = read
  const save = useChange(updatePrivacy, [getSettings])

  function store(change: { shows_email?: boolean; shows_phone?: boolean }) {
    if (!data || save.isPending) return
    save.mutate(
      { body: { shows_email: data.shows_email, shows_phone: data.shows_phone, ...change } },
      {
        onSuccess: ({ message }) => showToast({ tone: 'good', text: message }),
        onError: ({ message }) => showToast({ tone: 'bad', text: message }),
      },
    )
  }

  // While it is on its way the box shows what was chosen.
  const shown = data && { ...data, ...(save.isPending ? save.variables.body : {}) }
  return (
    <Section
      title="Privacy"
      lead="Only players of your own leagues ever see these. Your name, photo and results are seen by everybody who plays."
    >
      <title>Privacy · Settings · Deuce</title>
      {shown ? (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 font-[650]">Players of my leagues see</legend>
          <Checkbox
            name="shows_email"
            label="My e-mail"
            checked={shown.shows_email}
            onChange={({ currentTarget }) => store({ shows_email: currentTarget.checked })}
          />
          <Checkbox
            name="shows_phone"
            label="My phone number"
            checked={shown.shows_phone}
            onChange={({ currentTarget }) => store({ shows_phone: currentTarget.checked })}
          />
          {!shown.shows_email && !shown.shows_phone && (
            <p className="text-sm text-ink-soft">
              With neither, nobody can arrange a match with you: you have to write first.
            </p>
          )}
        </fieldset>
      ) : error ? (
        <ReadError of={read} />
      ) : (
        <Skeleton label="Loading your privacy" />
      )}
    </Section>
  )
}
