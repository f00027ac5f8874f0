import { formatMoment } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { listAuditLog } from '#/organizer/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'

/** Organizers' actions on an order, newest first. */
export function OrderAudit({ order_id }: { order_id: string }) {
  const subject = `order ${order_id}`
  const read = useRead(listAuditLog, { query: { subject } })
  return (
    <section>
      <h2 className="lettering pb-3 text-lg">Changes by organizers</h2>
      <Loaded
        of={read}
        loading="Loading the audit log"
        empty={({ total }) => total === 0 && <p className="text-ink-soft">Nothing yet.</p>}
      >
        {({ audit_entries }) => (
          <>
            <ol className="flex flex-col">
              {audit_entries.map((entry) => (
                <li key={entry.id} className="flex flex-col gap-1 border-b border-line bg-surface p-4">
                  <p className="font-[650]">{entry.summary}.</p>
                  <p className="text-sm text-ink-soft">
                    {formatMoment(entry.at)}, {entry.organizer}
                  </p>
                  {entry.reason && <p>“{entry.reason}”</p>}
                </li>
              ))}
            </ol>
            <p className="pt-3">
              <TextLink to={deskPaths.auditLogOf(subject)}>Show before and after</TextLink>
            </p>
          </>
        )}
      </Loaded>
    </section>
  )
}
