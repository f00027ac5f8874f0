import type { Received } from '#/contract/endpoint.ts'
import { insertEdition, isTemplate, openLeagues, openSeasons, type NewSeason } from '#/features/seasons/jobs.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { seasonDates, seasonDayProblems, seasonTemplates, shiftYear } from '#/rules/season.ts'
import { runAction, type Actor } from '#/server/action.ts'
import type { Tx } from '#/server/db.ts'
import { readOrganization } from '#/server/organization.ts'
import { refuse } from '#/server/refuse.ts'
import { readSeasons } from '#/server/seasons.ts'
import type * as calls from './contract.ts'
import { deleteUnusedSeason, findSeasonId, findSlugFor, lockUse, lockSeason } from './queries.ts'
import { refuseTwice, yearOf } from './change-actions.ts'
import { auditSeason, auditedFields } from './season-audit.ts'

type Draft = Received<typeof calls.createSeason>['body']

/**
 * Creates a season of any name and days, or one of a template with its standard days, and returns its id. Refuses
 * edition_exists, and by field days that contradict each other.
 */
export async function createSeason(actor: Actor, draft: Draft): Promise<number> {
  const id = await runAction(actor, async (action) => {
    const { tx, now } = action
    const season = await readDraft(tx, draft)
    const inserted = (await insertEdition(tx, season)) ?? refuseTwice(season)
    await tx.deleteFrom('deleted_seasons').where('slug', '=', season.slug).where('year', '=', season.year).execute()
    await openLeagues(tx, saleDay(now), inserted)
    const stored = (await lockSeason(tx, inserted)) ?? refuse('not_found')
    await auditSeason(action, {
      kind: 'create_season',
      season: stored,
      verb: 'Made',
      after: auditedFields(stored),
      undo: {},
    })
    return inserted
  })
  await readSeasons(actor.app.db)
  return id
}

async function readDraft(
  tx: Tx,
  {
    name,
    starting_date,
    ending_date,
    sale_from = null,
    sale_until = null,
    draft = false,
    season,
    year,
    questions,
  }: Draft,
): Promise<NewSeason> {
  const takes_questions = questions ?? true
  const template = seasonTemplates.find(({ slug }) => slug === season)
  if (template && year !== undefined)
    return { slug: template.slug, name: template.name, year, ...seasonDates(template.slug, year), takes_questions }
  if (name === undefined || starting_date === undefined || ending_date === undefined)
    refuse('invalid', { fields: { name: 'Please enter a name and its days.' } })
  const days = { starting_date, ending_date, sale_from, sale_until }
  const fields = seasonDayProblems(days)
  if (Object.keys(fields).length > 0) refuse('invalid', { fields })
  const slug = await findSlugFor(tx, name)
  return { ...days, slug, name, year: yearOf(starting_date), is_draft: draft, takes_questions }
}

/** Deletes a season that nobody has joined and returns its title. Refuses not_found and season_in_use. */
export async function deleteSeason(
  actor: Actor,
  { id, reason = '' }: { id: number; reason?: string },
): Promise<string> {
  const title = await runAction(actor, async (action) => {
    const { tx, now } = action
    const used = await lockUse(tx, id)
    const season = (await lockSeason(tx, id)) ?? refuse('not_found')
    if (used) refuse('season_in_use')
    await deleteUnusedSeason(tx, season, now)
    await auditSeason(action, {
      kind: 'delete_season',
      season,
      verb: 'Deleted',
      reason,
      after: {},
      before: auditedFields(season),
    })
    return `${season.name} ${season.year}`
  })
  await readSeasons(actor.app.db)
  return title
}

/** Sets whether the seasons of the templates are created automatically. */
export async function setTemplates(actor: Actor, { opens_templates }: { opens_templates: boolean }): Promise<void> {
  const { app, now } = actor
  await runAction(actor, async ({ tx, audit }) => {
    const before = await tx.selectFrom('organization').select('opens_templates').forUpdate().executeTakeFirstOrThrow()
    if (before.opens_templates === opens_templates) return
    await tx.updateTable('organization').set({ opens_templates }).execute()
    await audit<{ opens_templates: boolean }>({
      area: null,
      kind: 'set_templates',
      subject: 'organization',
      summary: opens_templates ? 'Turned the four automatic seasons on' : 'Turned the four automatic seasons off',
      before,
      after: { opens_templates },
    })
  })
  await readOrganization(app)
  await openSeasons(app.db, saleDay(now))
  await readSeasons(app.db)
}

/**
 * Creates next year's season with the same dates a year later. Returns its id and title, and whether it is new. Refuses
 * not_found.
 */
export function rollOverSeason(
  actor: Actor,
  { id, takes_questions }: { id: number; takes_questions: boolean },
): Promise<{ id: number; title: string; created: boolean }> {
  return runAction(actor, async (action) => {
    const { tx, now } = action
    const season = (await lockSeason(tx, id)) ?? refuse('not_found')
    const year = season.year + 1
    const title = `${season.name} ${year}`
    const next = await insertEdition(tx, {
      slug: season.slug,
      name: season.name,
      year,
      starting_date: shiftYear(season.starting_date),
      ending_date: shiftYear(season.ending_date),
      takes_questions,
      ...(season.sale_from !== null && { sale_from: shiftYear(season.sale_from) }),
      ...(!isTemplate(season.slug) && season.sale_until !== null && { sale_until: shiftYear(season.sale_until) }),
    })
    if (next === null) return { id: await findSeasonId(tx, season.slug, year), title, created: false }
    await openLeagues(tx, saleDay(now), next)
    const { stage_dates: stages } = season
    if (stages) {
      const stage_dates = { 1: shiftYear(stages[1]), 2: shiftYear(stages[2]), 3: shiftYear(stages[3]) }
      await tx.updateTable('seasons').set({ stage_dates }).where('id', '=', next).execute()
    }
    const after = (await lockSeason(tx, next)) ?? refuse('not_found')
    await auditSeason(action, { kind: 'roll_over', season: after, verb: 'Made', after: auditedFields(after), undo: {} })
    return { id: next, title, created: true }
  })
}
