import { sql } from 'kysely'
import { courtOf } from '#/contract/courts.ts'
import { defaultOrganization, organization, type Organization } from '#/contract/organization.ts'
import { listAllAreas } from '#/organizer/areas/queries.ts'
import { listAllDivisions } from '#/organizer/divisions/queries.ts'
import { findSmallPrices, formatSmallPrices } from '#/organizer/divisions/small-prices.ts'
import type { App } from '#/server/context.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { Sport } from '#/rules/sports/formats.ts'
import type { StarterKit } from '#/rules/starter-kit.ts'
import { findOrganization, listLevels } from '#/server/organization.ts'
import { toCents } from '#/contract/money.ts'
import type { SetupStep } from './contract.ts'

/** The steps to the first sale in order, and whether a starter kit can still be applied. */
export async function listSetupSteps(
  { db, config, payments }: App,
  now: Date,
): Promise<{ steps: SetupStep[]; kit_open: boolean }> {
  const { rows } = await sql<{
    areas: number
    divisions: number
    seasons: number
    opens_templates: boolean
    opened: boolean
    mail_checked: boolean
    payments_key: string | null
    catalogue: string | null
  }>`
    select (select count(*) from areas)::int as areas,
      (select count(*) from divisions where retired_at is null)::int as divisions,
      (select count(*) from seasons where not is_draft)::int as seasons, o.opens_templates,
      o.opened_at is not null as opened, o.mail_checked_at is not null as mail_checked,
      o.checked_payments_key as payments_key, o.catalogue
    from organization o`.execute(db)
  const [state] = rows
  if (!state) throw new Error('the organization has no row')
  const stored = await findOrganization(db, config)
  const named = isNamed(stored)
  const prices =
    state.divisions > 0 ? formatSmallPrices(await findSmallPrices(db, stored, now), stored) : 'Add the first division.'
  const checks = state.mail_checked ? paymentsProblem(payments, state.payments_key) : 'No test email has been sent yet.'
  // It is a choice, and a warning, but nothing is left to do.
  const isTestMode = checks === null && payments.mode === 'test' && config.production
  const noSeason = !state.opens_templates && state.seasons === 0
  const missing = [!named, state.areas === 0, prices !== null, noSeason].filter(Boolean).length
  const steps: SetupStep[] = [
    stepOf('organization', 'Organization', named ? null : 'Enter the name of your league.'),
    stepOf('areas', 'Areas', state.areas > 0 ? null : 'Add the first area.'),
    stepOf('divisions', 'Divisions and prices', prices),
    stepOf('seasons', 'Seasons', noSeason ? 'Create and publish the first season.' : null),
    stepOf('rules', 'Rules', null),
    { ...stepOf('checks', 'Payments and mail', checks), ...(isTestMode && { problem: TEST_MODE }) },
    stepOf('sale', 'Go on sale', state.opened ? null : missing > 0 ? 'Finish the steps before this one.' : 'Ready.'),
  ]
  return { steps, kit_open: state.catalogue === 'none' }
}

/** The sport that the installation began with. Null if nobody chose one. */
export async function findChosenSport(db: Db): Promise<Sport | null> {
  const { sport } = await db.selectFrom('organization').select('sport').executeTakeFirstOrThrow()
  return sport
}

const TEST_MODE = 'Payments are in test mode: no money moves.'

/** `checked`: the key with which the owner last checked payments. */
function paymentsProblem({ mode, publishable_key }: App['payments'], checked: string | null): string | null {
  return mode === 'test' || checked === publishable_key ? null : 'Stripe has not been checked yet with this key.'
}

function stepOf(key: SetupStep['key'], title: string, problem: string | null): SetupStep {
  return { key, title, done: problem === null, problem }
}

/** Whether somebody has entered a name. Until then, it is the program's. */
function isNamed({ name }: Organization): boolean {
  return name !== defaultOrganization.name
}

/**
 * The data that another installation can start from (`setupCopy` in the contract): open areas, and divisions on sale.
 */
export async function readSetupCopy(db: Db) {
  const areas = (await listAllAreas(db)).filter(({ archived }) => !archived)
  const divisions = (await listAllDivisions(db)).filter(({ retired }) => !retired)
  return {
    opens_templates: organization().opens_templates,
    areas: areas.map(({ name, time_zone, contact }) => ({ name, time_zone, contact })),
    levels: await listLevels(db),
    divisions: divisions.map(({ name, kind, sport, level, gender, is_mixed, age_from, age_to, price, image }) => ({
      name,
      kind,
      sport,
      level,
      gender,
      is_mixed,
      age_from,
      age_to,
      price,
      picture: courtOf(image),
    })),
  }
}

/** Inserts the parts of a kit that the installation does not have. */
export async function insertKit(tx: Tx, { areas, divisions }: StarterKit): Promise<void> {
  const positioned = <T>(list: readonly T[]) => list.map((each, index) => ({ ...each, position: index + 1 }))
  await tx
    .insertInto('areas')
    .values(positioned(areas))
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
  await tx
    .insertInto('divisions')
    .values(
      positioned(divisions).map(({ price, ...division }) => ({
        ...division,
        price_cents: toCents(price),
        image: `/courts/${division.slug}.svg`,
      })),
    )
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
}
