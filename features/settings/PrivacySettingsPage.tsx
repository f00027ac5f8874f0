import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { PageTitle } from '#/web/PageTitle.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { paths } from '#/contract/paths.ts'
import { Section } from './Section.tsx'
import { getSettings, getUser, updatePrivacy } from '#/features/calls.gen.ts'

const pageSettings = [
  { name: 'shows_photo', label: 'My photo' },
  { name: 'shows_level', label: 'My level' },
  { name: 'shows_rating', label: 'My rating' },
  { name: 'shows_record', label: 'My record and results' },
  { name: 'shows_hours', label: 'The court and hour at which I play most' },
] as const

/** Chooses the data about the player that league-mates and the public see. Each box is saved when it changes. */
export default function PrivacySettingsPage() {
  const read = useRead(getSettings, {})
  const me = useRead(getUser, {})
  const save = useAction(updatePrivacy, { stale: [getSettings] })
  return (
    <Section
      title="Privacy"
      lead="Only players in your leagues ever see your email and phone. Players who are signed in see your name and results."
    >
      <PageTitle>Privacy · Settings</PageTitle>
      <Loaded of={read} loading="Loading your privacy settings" skeleton={{ kind: 'lines' }}>
        {(stored) => {
          // While saving, a box shows the new value.
          const shown = { ...stored, ...save.input?.body }
          const store = (change: Partial<typeof shown>) => {
            if (!save.busy) save.run({ body: { ...shown, ...change } })
          }
          return (
            <div className="flex flex-col gap-6">
              <fieldset className="flex flex-col gap-2">
                <legend className="mb-1 font-[650]">Players of my leagues see</legend>
                <Checkbox
                  name="shows_email"
                  label="My email"
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
                    Without either, other players cannot contact you to arrange a match: you have to write first.
                  </p>
                )}
              </fieldset>
              <fieldset className="flex flex-col gap-2">
                <legend className="mb-1 font-[650]">My page and my face in lists show</legend>
                {pageSettings.map(({ name, label }) => (
                  <Checkbox
                    key={name}
                    name={name}
                    label={label}
                    checked={shown[name]}
                    onChange={({ currentTarget }) => store({ [name]: currentTarget.checked })}
                  />
                ))}
                <p className="text-sm text-ink-soft">
                  Players who are or were in a league with you, and its organizers, can open your page. Your name and
                  your matches against them stay.{' '}
                  {me.data && <TextLink to={paths.player(me.data.user.id)}>See my page</TextLink>}
                </p>
              </fieldset>
              <fieldset className="flex flex-col gap-2">
                <legend className="mb-1 font-[650]">Pages that can be read without signing in</legend>
                <Checkbox
                  name="shows_name"
                  label="May show my whole name"
                  checked={shown.shows_name}
                  onChange={({ currentTarget }) => store({ shows_name: currentTarget.checked })}
                />
                <Checkbox
                  name="public_page"
                  label="May show my page to everybody, with the parts chosen above"
                  checked={shown.public_page}
                  onChange={({ currentTarget }) => store({ public_page: currentTarget.checked })}
                />
                <p className="text-sm text-ink-soft">
                  Shared results, brackets, the front page and other websites. Otherwise they show your first name and
                  one letter, like “Ada M.”.
                </p>
              </fieldset>
            </div>
          )
        }}
      </Loaded>
    </Section>
  )
}
