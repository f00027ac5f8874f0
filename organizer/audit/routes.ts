import { organization } from '#/contract/organization.ts'
import { listAuditKinds } from '#/contract/audit-kinds.ts'
import { formatTimeZone } from '#/contract/locale.ts'
import { writeHead, writeRows } from '#/organizer/exchange/csv.ts'
import { dayInZone, timeInZone } from '#/rules/day.ts'
import type { Db } from '#/server/db.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { serve } from '#/server/serve.ts'
import type { SignedIn } from '#/server/session.ts'
import type { AreaSlug } from '#/contract/areas.ts'
import { findChanges } from './changes.ts'
import * as calls from './contract.ts'
import { listAuditEntries, listEntriesAfter, listOrganizers, type AuditFilter, type StoredEntry } from './queries.ts'
import { findUndo, undoAct } from './undo.ts'

export const routes = [
  serve(calls.listAuditLog, async ({ query, player, app, now }) => {
    const { audit_entries: stored, ...page } = await listAuditEntries(app.db, {
      ...query,
      ...visibleTo(player, query.area),
    })
    const audit_entries: calls.AuditRow[] = []
    for (const entry of stored) {
      const { undone: _undone, at, ...row } = entry
      audit_entries.push({ ...row, at: at.toISOString(), ...(await findUndo(app.db, entry, player, now)) })
    }
    return {
      ...page,
      audit_entries,
      time_zone: formatTimeZone(organization().time_zone),
      kinds: listAuditKinds(),
      organizers: await listOrganizers(app.db, query.by),
    }
  }),

  serve(calls.exportAuditLog, async ({ query, player, app, now }) => {
    const filter = { ...query, ...visibleTo(player, query.area) }
    // Read before the file begins, so that a failure is still an answer.
    const first = await listEntriesAfter(app.db, filter, null, BATCH_SIZE)
    const name = `audit-log-${dayInZone(now, organization().time_zone)}.csv`
    return { name, content: writeAuditLog(app.db, filter, first) }
  }),

  serve(calls.undoAct, async (call) => ({
    message: await undoAct(call, { ...call.params, ...call.body, visible: visibleTo(call.player) }),
  })),
]

/** The entries that an organizer sees. */
function visibleTo(player: SignedIn, area?: AreaSlug): AuditFilter {
  return {
    areas: organizerAreas(player, area),
    beyond: area !== undefined ? 'none' : player.role === 'owner' ? 'all' : { organizer_id: player.id },
  }
}

const BATCH_SIZE = 1_000

async function* writeAuditLog(db: Db, filter: AuditFilter, first: StoredEntry[]): AsyncGenerator<string> {
  const zone = organization().time_zone
  yield writeHead(['Date', 'Time', 'Organizer', 'API key', 'Area', 'Kind', 'Subject', 'Summary', 'Reason', 'Changes'])
  let entries = first
  for (let written = BATCH_SIZE; entries.length > 0; written += BATCH_SIZE) {
    yield writeRows(
      entries.map((entry) => [
        dayInZone(entry.at, zone),
        timeInZone(entry.at, zone),
        entry.organizer,
        entry.api_key ?? '',
        entry.area ?? '',
        entry.kind,
        entry.subject,
        entry.summary,
        entry.reason,
        findChanges(entry.before, entry.after)
          .map(({ title, before, after }) => `${title}: ${before ?? '–'} → ${after ?? '–'}`)
          .join('; '),
      ]),
    )
    const last = entries.at(-1)
    if (last === undefined || entries.length < BATCH_SIZE || written >= calls.MOST_EXPORTED) return
    entries = await listEntriesAfter(db, filter, last, BATCH_SIZE)
  }
}
