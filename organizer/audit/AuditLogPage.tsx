import { areaName } from '#/contract/areas.ts'
import { formatMoment, formatTotal } from '#/contract/format.ts'
import { defaultOrganization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { AreaFilter } from '#/organizer/desk/AreaFilter.tsx'
import { useList } from '#/web/list.ts'
import { PagedList } from '#/web/PagedList.tsx'
import { Screen } from '#/web/Screen.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { listAuditLog } from '#/organizer/calls.gen.ts'
import type { AuditRow } from './contract.ts'

/** All actions of organizers, newest first: ?area=, ?subject=. */
export default function AuditLogPage() {
  const list = useList(listAuditLog)
  const { subject } = list.values
  return (
    <Screen
      title="Audit log"
      lead={
        subject
          ? `Changes by organizers to ${subject}.`
          : 'Every change by organizers, with the values before and after. Nothing here can be edited.'
      }
      actions={
        subject && (
          <ButtonLink to={paths.organizer.auditLog} variant="secondary">
            The whole audit log
          </ButtonLink>
        )
      }
    >
      <AreaFilter />
      <PagedList
        list={list}
        loading="Loading the audit log"
        empty={{ title: 'No entries', text: 'No organizer has changed anything here yet.' }}
      >
        {({ total, audit_entries }) => (
          <>
            <p className="lettering pb-3 text-lg">{formatTotal(total, 'entry', 'entries')}</p>
            <ol className="flex flex-col">
              {audit_entries.map((entry) => (
                <AuditEntry key={entry.id} entry={entry} />
              ))}
            </ol>
          </>
        )}
      </PagedList>
    </Screen>
  )
}

function AuditEntry({ entry }: { entry: AuditRow }) {
  const defaults = entry.subject === 'organization' ? fieldsOf(defaultOrganization) : {}
  const changes = changesOf(entry.before, entry.after, defaults)
  return (
    <li className="flex flex-col gap-1 border-b border-line bg-surface p-4">
      <p className="font-[650]">{entry.summary}.</p>
      <p className="text-sm text-ink-soft">
        <time dateTime={entry.at}>{formatMoment(entry.at)}</time>, {entry.organizer}
        {entry.api_key !== null && ` by the API key “${entry.api_key}”`}
        {entry.area && `, ${areaName(entry.area)}`}
      </p>
      {entry.reason && <p>“{entry.reason}”</p>}
      {changes.length > 0 && (
        <details>
          <summary className="min-h-6 cursor-pointer text-sm text-ink-soft">Before and after</summary>
          <table className="mt-2 w-full border-collapse text-left text-sm">
            <caption className="sr-only">What changed</caption>
            <thead>
              <tr className="border-b border-line">
                {['What', 'Before', 'After'].map((header) => (
                  <th key={header} scope="col" className="py-1 pr-3 font-[650]">
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {changes.map(({ what, before, after }) => (
                <tr key={what} className="border-b border-line align-top last:border-b-0">
                  <th scope="row" className="py-1 pr-3 font-normal break-all text-ink-soft">
                    {what}
                  </th>
                  <td className="py-1 pr-3 break-all">{before}</td>
                  <td className="py-1 break-all">{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </li>
  )
}

/**
 * The changed fields, with old and new values. An old value that equals its entry in `defaults` is shown as 'Default',
 * because no organizer entered it.
 */
function changesOf(
  before: unknown,
  after: unknown,
  defaults: Record<string, unknown>,
): { what: string; before: string; after: string }[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((what) => {
      const value = formatValue(was[what])
      const isDefault = value !== '–' && value === formatValue(defaults[what])
      return {
        what: what.replaceAll('_', ' '),
        before: isDefault ? 'Default' : value,
        after: formatValue(is[what]),
      }
    })
    .filter((change) => change.before !== change.after)
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {}
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : { value }
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
