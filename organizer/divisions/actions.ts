import { courts, courtsOfSport } from '#/contract/courts.ts'
import { organization } from '#/contract/organization.ts'
import { openLeagues } from '#/features/seasons/jobs.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { agesProblem } from '#/rules/age-group.ts'
import { lockList, refuseTakenName, reorderList } from '#/organizer/desk/named-lists.ts'
import type { Sport } from '#/rules/sports/formats.ts'
import { usualDivisions } from '#/rules/usual-divisions.ts'
import { runAction, type Action, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import { ONLY_PAIRS_ARE_MIXED } from './contract.ts'
import {
  divisionColumns,
  insertDivision,
  listAllDivisions,
  toDivisionFields,
  updateRetired,
  type DivisionFields,
  type DivisionForm,
} from './queries.ts'

type Kind = 'singles' | 'doubles'

/** Creates a division and its leagues in the seasons on sale. Returns its id. Refuses a taken name by field. */
export function createDivision(actor: Actor, draft: DivisionForm & { kind: Kind; sport: Sport }): Promise<number> {
  return runAction(actor, async (action) => {
    const id = await storeDivision(action, draft)
    await openLeagues(action.tx, saleDay(action.now))
    return id
  })
}

/** Creates several of a sport's usual divisions. Returns how many. Refuses by field a key that is unknown, and a taken name. */
export function createUsualDivisions(
  actor: Actor,
  { sport, divisions, price }: { sport: Sport; divisions: readonly string[]; price: number },
): Promise<number> {
  return runAction(actor, async (action) => {
    const usual = usualDivisions(sport, organization().levels)
    const keys = new Set(divisions)
    const chosen = usual.filter(({ key }) => keys.has(key))
    if (chosen.length < keys.size) refuse('invalid', { fields: { divisions: 'Please choose from the list.' } })
    for (const { key, ...division } of chosen) {
      const court = courts.find((each) => each === key) ?? courtsOfSport[sport][0]
      await storeDivision(action, { ...division, sport, price, picture: court })
    }
    await openLeagues(action.tx, saleDay(action.now))
    return chosen.length
  })
}

async function storeDivision(
  { tx, audit }: Action,
  { kind, sport, ...form }: DivisionForm & { kind: Kind; sport: Sport },
): Promise<number> {
  const division = { ...toDivisionFields(sport, form), kind, sport }
  const id = await insertDivision(tx, division)
  await audit<typeof division>({
    area: null,
    kind: 'create_division',
    subject: `division ${id}`,
    summary: `Created the division ${form.name}`,
    after: division,
  })
  return id
}

/** Changes a division; placed orders keep their price. Refuses not_found, and by field a taken name and values that contradict each other. */
export function changeDivision(actor: Actor, { id, ...form }: DivisionForm & { id: number }): Promise<void> {
  return runAction(actor, async ({ tx, audit }) => {
    await lockList(tx, 'divisions')
    const stored = await tx.selectFrom('divisions').select(divisionColumns).where('id', '=', id).executeTakeFirst()
    const { slug, kind, sport, ...before } = stored ?? refuse('not_found')
    await refuseTakenName(tx, 'divisions', form.name, slug)
    const after = toDivisionFields(sport, form, before)
    refuseContradiction(kind, after)
    await tx.updateTable('divisions').set(after).where('id', '=', id).execute()
    await audit<DivisionFields>({
      area: null,
      kind: 'change_division',
      subject: `division ${id}`,
      summary: `Changed the division ${before.name}`,
      before,
      after,
      undo: { was: before, is: after },
    })
  })
}

/** Sets the fields of a division to what they were. Refuses not_found, and by field a taken name. */
export function restoreDivisionFields(
  actor: Actor,
  { id, fields }: { id: number; fields: DivisionFields },
): Promise<void> {
  return runAction(actor, async ({ tx, audit }) => {
    await lockList(tx, 'divisions')
    const stored = await tx.selectFrom('divisions').select(divisionColumns).where('id', '=', id).executeTakeFirst()
    const { slug, kind: _kind, sport: _sport, ...before } = stored ?? refuse('not_found')
    await refuseTakenName(tx, 'divisions', fields.name, slug)
    await tx.updateTable('divisions').set(fields).where('id', '=', id).execute()
    await audit<DivisionFields>({
      area: null,
      kind: 'change_division',
      subject: `division ${id}`,
      summary: `Changed the division ${before.name} back`,
      before,
      after: fields,
    })
  })
}

/** Fields left out of a change keep their values, which may contradict the new ones. */
function refuseContradiction(kind: Kind, { is_mixed, ...ages }: DivisionFields): void {
  if (is_mixed && kind === 'singles') refuse('invalid', { fields: { gender: ONLY_PAIRS_ARE_MIXED } })
  const problem = agesProblem(ages)
  if (problem !== null) refuse('invalid', { fields: { age_to: problem } })
}

/** Takes a division off sale. Returns its name. Does nothing if it is already retired. Refuses not_found. */
export function retireDivision(actor: Actor, { id }: { id: number }): Promise<string> {
  return runAction(actor, async ({ tx, audit, now }) => {
    const { name, changed } = await updateRetired(tx, id, now)
    if (changed)
      await audit({
        area: null,
        kind: 'retire_division',
        subject: `division ${id}`,
        summary: `Retired the division ${name}`,
      })
    return name
  })
}

/** Puts a retired division back on sale. Returns its name. Does nothing if it is on sale. Refuses not_found. */
export function restoreDivision(actor: Actor, { id }: { id: number }): Promise<string> {
  return runAction(actor, async ({ tx, audit, now }) => {
    const { name, changed } = await updateRetired(tx, id, null)
    if (changed) {
      // Seasons that opened while it was retired have no league for it.
      await openLeagues(tx, saleDay(now))
      await audit({
        area: null,
        kind: 'restore_division',
        subject: `division ${id}`,
        summary: `Put the division ${name} on sale again`,
      })
    }
    return name
  })
}

/** Changes the display order. Refuses conflict unless `ids` are exactly the divisions. */
export function orderDivisions(actor: Actor, { ids }: { ids: readonly number[] }): Promise<void> {
  return runAction(actor, async ({ tx, audit }) => {
    await lockList(tx, 'divisions')
    const before = (await listAllDivisions(tx)).map(({ name }) => name)
    await reorderList(tx, 'divisions', 'id', ids)
    const after = (await listAllDivisions(tx)).map(({ name }) => name)
    await audit<string[]>({
      area: null,
      kind: 'order_divisions',
      subject: 'divisions',
      summary: 'Changed the order of the divisions',
      before,
      after,
    })
  })
}
