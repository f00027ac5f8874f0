import { deskPaths } from '#/contract/desk-paths.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import type { App } from '#/server/context.ts'
import type { Notifications } from '#/server/notifications.ts'
import { addressTo, type Words } from '#/server/outside/email-layout.ts'

/** Asks an organizer to look at a reported photo. Null once it is settled. */
export async function photoReported(
  app: App,
  { photo_report_id, player_id }: Notifications['photo_reported'],
): Promise<Words | null> {
  const [organizer, report] = await Promise.all([
    findAddressee(app.db, player_id),
    app.db
      .selectFrom('photo_reports')
      .innerJoin('players as p', 'p.id', 'photo_reports.player_id')
      .innerJoin('players as by', 'by.id', 'photo_reports.reported_by_id')
      .select(['p.id', 'p.name', 'by.name as reported_by', 'photo_reports.reason'])
      .where('photo_reports.id', '=', photo_report_id)
      .where('settled_at', 'is', null)
      .executeTakeFirst(),
  ])
  if (!organizer || !report) return null
  return {
    ...addressTo(organizer),
    subject: `The photo of ${report.name} was reported`,
    paragraphs: [`${report.reported_by} has reported the photo of ${report.name}.`, `The reason: “${report.reason}”`],
    action: { label: 'See the photo', url: app.config.site + deskPaths.player(report.id) },
    reason: 'You are receiving this because you are an organizer.',
    stop: 'One email is sent for each report.',
  }
}
