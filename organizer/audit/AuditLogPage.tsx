import { useState } from 'react'
import { areaName } from '#/contract/areas.ts'
import { formatTotal } from '#/contract/format.ts'
import { formatTimeZone } from '#/contract/locale.ts'
import { defaultOrganization, organization } from '#/contract/organization.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { exportAuditLog, listAuditLog } from '#/organizer/calls.gen.ts'
import { AreaFilter } from '#/organizer/desk/AreaFilter.tsx'
import { reauthenticated } from '#/web/api.ts'
import { download } from '#/web/download.ts'
import { useList } from '#/web/list.ts'
import { PagedList } from '#/web/PagedList.tsx'
import { Screen } from '#/web/Screen.tsx'
import { useDownload } from '#/web/use-download.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { AuditChanges } from './AuditChanges.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { findChanges, formatTime } from './changes.ts'
import type { AuditRow } from './contract.ts'
import { pathOfSubject } from './subject-link.ts'
import { UndoDialog } from './UndoDialog.tsx'

/** All actions of organizers, newest first: ?area=&by=&kind=&subject=&from=&to=&search=&page=. */
export default function AuditLogPage() {
  const list = useList(listAuditLog)
  const { subject } = list.values
  const { page: _, ...query } = list.query
  const save = useDownload(() => reauthenticated(() => download(exportAuditLog, { query })))
  return (
    <Screen
      title="Audit log"
      lead={[
        subject
          ? `Changes by organizers to ${subject}.`
          : 'Every change by organizers, with the values before and after. Nothing here can be edited.',
        `Days and times are in ${formatTimeZone(organization().time_zone)}.`,
      ].join(' ')}
      actions={
        <>
          {subject && (
            <ButtonLink to={deskPaths.auditLog} variant="secondary">
              The whole audit log
            </ButtonLink>
          )}
          <Button
            variant="secondary"
            busy={save.busy}
            reason={list.read.data?.total === 0 ? 'There is nothing to export.' : undefined}
            onClick={save.run}
          >
            Export as CSV
          </Button>
        </>
      }
    >
      <AreaFilter />
      <AuditFilters list={list} />
      <PagedList
        list={list}
        loading="Loading the audit log"
        empty={{
          title: 'No entries',
          text: 'No organizer has changed anything here yet.',
          filtered: { text: 'No entries match these filters.', clear: 'Show the whole audit log' },
        }}
      >
        {({ total, audit_entries }) => (
          <>
            <p className="lettering pb-3 text-lg">{formatTotal(total, 'entry', 'entries')}</p>
            <AuditEntries entries={audit_entries} />
          </>
        )}
      </PagedList>
    </Screen>
  )
}

/** Entries of the audit log, with their changes and the button that undoes them. */
export function AuditEntries({ entries }: { entries: readonly AuditRow[] }) {
  const [toUndo, setToUndo] = useState<AuditRow | null>(null)
  return (
    <>
      <ol className="flex flex-col">
        {entries.map((entry) => (
          <AuditEntry key={entry.id} entry={entry} onUndo={() => setToUndo(entry)} />
        ))}
      </ol>
      {toUndo && <UndoDialog entry={toUndo} onClose={() => setToUndo(null)} />}
    </>
  )
}

function AuditEntry({ entry, onUndo }: { entry: AuditRow; onUndo: () => void }) {
  const defaults = entry.subject === 'organization' ? defaultOrganization : {}
  const changes = findChanges(entry.before, entry.after, defaults)
  const path = pathOfSubject(entry.subject)
  return (
    <li className="flex flex-col gap-1 border-b border-line bg-surface p-4">
      <p className="font-[650]">{entry.summary}.</p>
      {entry.undoes && <p className="text-sm">Undoes: “{entry.undoes.summary}.”</p>}
      <p className="text-sm text-ink-soft">
        <time dateTime={entry.at}>{formatTime(new Date(entry.at))}</time>, {entry.organizer}
        {entry.api_key !== null && ` by the API key “${entry.api_key}”`}
        {entry.area && `, ${areaName(entry.area)}`}
        {', '}
        {path === null ? entry.subject : <TextLink to={path}>{entry.subject}</TextLink>}
      </p>
      {entry.reason && <p>“{entry.reason}”</p>}
      {changes.length > 0 && (
        <details>
          <summary className="min-h-6 cursor-pointer text-sm text-ink-soft">Before and after</summary>
          <AuditChanges changes={changes} />
        </details>
      )}
      <Undo entry={entry} onUndo={onUndo} />
    </li>
  )
}

function Undo({ entry: { undo, undo_why, summary }, onUndo }: { entry: AuditRow; onUndo: () => void }) {
  if (undo === null) return null
  if (undo === 'possible')
    return (
      <div className="mt-2">
        <Button size="sm" variant="secondary" onClick={onUndo}>
          Undo<span className="sr-only">: {summary}</span>
        </Button>
      </div>
    )
  return (
    <p className="text-sm text-ink-soft">
      {undo === 'done' ? 'Undone.' : `This can no longer be undone. ${undo_why ?? ''}`}
    </p>
  )
}
