import { formatMoment } from '#/contract/format.ts'
import { formatNumber } from '#/contract/locale.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { textNames } from '#/contract/texts.ts'
import { getOrganization, listOrganizerTexts } from '#/organizer/calls.gen.ts'
import { useOwnersOnly } from '#/organizer/security/use-owner.web.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { DataTable } from '#/web/ui/DataTable.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { AgeForm } from './AgeForm.tsx'

const uses: Record<keyof typeof textNames, string> = {
  rules: 'Added to the built-in rules',
  terms: 'What players agree to when they join',
  privacy: 'What data you keep about players, and why',
  waiver: 'Who is responsible for injuries and damage',
  refunds: 'When players get a refund',
}

/** The organization's own texts, and its minimum age for players. */
export default function TextsPage() {
  const read = useRead(listOrganizerTexts, {})
  const reason = useOwnersOnly()
  return (
    <Screen
      title="Texts"
      lead="Your own pages. Each is public, with a link at the foot of the public pages. Players accept all but the rules when they sign up, or before their next order."
    >
      <Loaded of={read} loading="Loading the texts">
        {({ texts }) => (
          <DataTable
            openPath={({ key }) => deskPaths.text(key)}
            caption="Your texts"
            hideCaption
            rows={texts}
            rowKey={({ key }) => key}
            columns={[
              {
                key: 'title',
                title: 'Text',
                cell: ({ key, title, version }) => (
                  <div>
                    <TextLink to={deskPaths.text(key)}>{version === 0 ? textNames[key] : title}</TextLink>
                    <span className="block text-sm font-normal text-ink-soft">{uses[key]}</span>
                  </div>
                ),
              },
              {
                key: 'state',
                title: 'Published',
                cell: ({ is_empty, version, saved_at }) =>
                  is_empty || saved_at === null ? 'Not published' : `Version ${version}, ${formatMoment(saved_at)}`,
              },
              {
                key: 'accepted',
                title: 'Accepted by',
                numeric: true,
                cell: ({ key, is_empty, accepted }) => (is_empty || key === 'rules' ? '' : formatNumber(accepted)),
              },
            ]}
          />
        )}
      </Loaded>
      {reason === undefined && (
        <>
          <p className="mt-6">
            <TextLink to={deskPaths.text('emails')}>Subjects and openings of emails</TextLink>
          </p>
          <MinimumAge />
        </>
      )}
    </Screen>
  )
}

function MinimumAge() {
  const read = useRead(getOrganization, {})
  return (
    <div className="mt-10">
      <Loaded of={read} loading="Loading the minimum age" skeleton={{ kind: 'lines', count: 2 }}>
        {({ minimum_age }) => <AgeForm minimum_age={minimum_age} />}
      </Loaded>
    </div>
  )
}
