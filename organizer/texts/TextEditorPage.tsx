import { formatMoment } from '#/contract/format.ts'
import { formatNumber } from '#/contract/locale.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { paths } from '#/contract/paths.ts'
import { textKeys, textNames, type TextKey } from '#/contract/texts.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { useParams, useSearchParams } from '#/web/router.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { Prose } from '#/web/ui/Prose.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { getOrganizerText } from '#/organizer/calls.gen.ts'
import type { OrganizerText } from './contract.ts'
import { TextEditor } from './TextEditor.tsx'

/** One of the organization's texts: its editor, or one of its earlier versions to read. */
export default function TextEditorPage() {
  const { key: asked } = useParams()
  const [search] = useSearchParams()
  const version = search.get('version')
  const key = textKeys.find((each) => each === asked)
  // The call refuses an unknown key, which the address may contain.
  const read = useRead(getOrganizerText, { params: { key: asked as TextKey }, query: version ? { version } : {} })
  return (
    <Screen
      title={read.data?.title ?? (key ? textNames[key] : 'Text')}
      kicker={<TextLink to={deskPaths.texts}>Back to the texts</TextLink>}
      {...(key && {
        lead: (
          <p>
            Its page: <TextLink to={paths.text(key)}>{paths.text(key)}</TextLink>
          </p>
        ),
      })}
    >
      <Loaded of={read} loading="Loading the text" missing="There is no such text.">
        {(text) => (
          <div className="flex flex-col gap-10">
            {version === null ? <TextEditor key={text.version} text={text} /> : <EarlierVersion text={text} />}
            {text.versions.length > 0 && <Versions text={text} />}
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

function EarlierVersion({ text: { key, version, html, versions } }: { text: OrganizerText }) {
  const saved = versions.find((each) => each.version === version)
  return (
    <>
      <Notice
        title={`This is version ${version}`}
        actions={
          <ButtonLink to={deskPaths.text(key)} variant="secondary">
            Open the newest version
          </ButtonLink>
        }
      >
        {saved && `Saved by ${saved.saved_by}, ${formatMoment(saved.saved_at)}.`}
      </Notice>
      <Prose html={html} />
    </>
  )
}

function Versions({ text: { key, versions } }: { text: OrganizerText }) {
  return (
    <Table
      caption={versions.length === 1 ? '1 version' : `${versions.length} versions`}
      rows={versions}
      rowKey={({ version }) => version}
      columns={[
        {
          key: 'version',
          header: 'Version',
          rowHeader: true,
          cell: ({ version, asks_again, is_empty }) => (
            <span className="flex flex-wrap items-center gap-2">
              <TextLink to={`${deskPaths.text(key)}?version=${version}`}>Version {version}</TextLink>
              {is_empty ? <Badge>Page removed</Badge> : asks_again && key !== 'rules' && <Badge>Asked again</Badge>}
            </span>
          ),
        },
        { key: 'saved_at', header: 'Saved', cell: ({ saved_at }) => formatMoment(saved_at) },
        { key: 'saved_by', header: 'By', cell: ({ saved_by }) => saved_by },
        {
          key: 'accepted',
          header: 'Accepted by',
          align: 'right',
          cell: ({ accepted }) => (key === 'rules' ? '' : formatNumber(accepted)),
        },
      ]}
    />
  )
}
