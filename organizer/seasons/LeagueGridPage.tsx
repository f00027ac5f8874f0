import { useState, type KeyboardEvent } from 'react'
import { useParams } from '#/web/router.tsx'
import { areaName, type AreaSlug } from '#/contract/areas.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { listDivisions } from '#/features/calls.gen.ts'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { useOwnersOnly } from '#/organizer/security/use-owner.web.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { useForm } from '#/web/form.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { PageTitle } from '#/web/PageTitle.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { getOrganizerSeason } from '#/organizer/calls.gen.ts'
import { changeLeagues, type OrganizerLeague, type SeasonDetail } from './contract.ts'
import { formatTaken, limitError, parseLimit } from './format.ts'

/** The grid of divisions sold in each area of a season, with their limits. */
export default function LeagueGridPage() {
  const { id = '' } = useParams()
  const read = useRead(getOrganizerSeason, { params: { id } })
  const [undone, setUndone] = useState(0)
  // On a phone the areas are closed, so that the list is short.
  const [isWide] = useState(() => matchMedia('(width >= 40rem)').matches)
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({})
  const title = read.data ? `Divisions of ${read.data.name} ${read.data.year}` : 'Divisions'
  return (
    <Screen
      title={title}
      documentTitle={read.data ? null : title}
      kicker={<TextLink to={deskPaths.season(Number(id))}>Back to the season</TextLink>}
      lead="What is sold in each area, and how many entries a league takes."
    >
      <Loaded
        of={read}
        loading="Loading the divisions"
        missing="We could not find this season."
        action={<ButtonLink to={deskPaths.seasons}>All seasons</ButtonLink>}
      >
        {(season) =>
          season.leagues.length === 0 ? (
            <EmptyState picture="no-league" title="No leagues">
              This season has no leagues here: it ended before the area or its divisions were opened.
            </EmptyState>
          ) : (
            // Remounted so that others' changes appear in the form after a reload.
            <Grid
              key={`${versionOf(season)} ${undone}`}
              season={season}
              title={title}
              onUndo={() => setUndone(undone + 1)}
              isOpen={(area) => toggled[area] ?? isWide}
              onToggle={(area, open) => setToggled((before) => ({ ...before, [area]: open }))}
            />
          )
        }
      </Loaded>
    </Screen>
  )
}

/** The leagues of the grid. A retired division is not sold anywhere. */
function gridOf({ leagues }: SeasonDetail): OrganizerLeague[] {
  return leagues.filter(({ retired }) => !retired)
}

/** A text that identifies the grid's content. */
function versionOf(season: SeasonDetail): string {
  return gridOf(season)
    .map(({ id, offered, capacity }) => [id, offered, capacity].join(' '))
    .join()
}

type GridProps = {
  season: SeasonDetail
  title: string
  onUndo: () => void
  isOpen: (area: AreaSlug) => boolean
  onToggle: (area: AreaSlug, open: boolean) => void
}

function Grid({ season, title, onUndo, isOpen, onToggle }: GridProps) {
  const reason = useOwnersOnly()
  const leagues = gridOf(season)
  const change = useAction(changeLeagues, { stale: [getOrganizerSeason, listDivisions] })
  const form = useForm({
    schema: changeLeagues.body,
    // The draft belongs to this version, so that it does not undo others' later changes.
    keep: useFormDraft(`leagues-${season.id}-${versionOf(season)}`),
    initial: {
      leagues: leagues.map(({ area, division_id, offered, capacity }) => ({ area, division_id, offered, capacity })),
    },
    onSubmit: ({ leagues: given }) =>
      change.submit({
        params: { id: season.id },
        // Sends only changes made here, because somebody else may be changing others.
        body: { leagues: given.filter((each, index) => isChanged(each, leagues[index])) },
      }),
  })
  const changed = form.values.leagues.some((each, index) => isChanged(each, leagues[index]))
  const undo = () => {
    form.forget()
    onUndo()
  }
  const areas = [...new Set(leagues.map(({ area }) => area))]
  const left = leagues.filter(
    ({ taken, offered }, index) => offered && taken > 0 && !form.values.leagues[index]?.offered,
  )
  const setAll = (area: AreaSlug, offered: boolean) =>
    form.set(
      'leagues',
      form.values.leagues.map((each) => (each.area === area ? { ...each, offered } : each)),
    )
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-6">
      <PageTitle failed={form.failed}>{title}</PageTitle>
      <FormErrors form={form} />
      <LimitForAll
        count={leagues.length}
        onUse={(capacity) =>
          form.set(
            'leagues',
            form.values.leagues.map((each) => ({ ...each, capacity })),
          )
        }
      />
      {areas.map((area) => (
        <details
          // A refused form shows what is wrong with it.
          key={`${area} ${form.failed}`}
          open={isOpen(area) || areas.length === 1 || form.failed}
          onToggle={(event) => onToggle(area, event.currentTarget.open)}
          className="min-w-0 max-w-3xl border-b border-line pb-3"
        >
          <summary className="min-h-11 cursor-pointer py-2">
            <span className="lettering text-2xl">{areaName(area)}</span>
            <span className="block text-sm text-ink-soft">{formatArea(leagues, form.values.leagues, area)}</span>
          </summary>
          <fieldset className="mt-2 min-w-0">
            <legend className="sr-only">{areaName(area)}</legend>
            <div className="mb-3 flex flex-wrap gap-2">
              <Button size="sm" variant="quiet" onClick={() => setAll(area, true)}>
                Offer all<span className="sr-only"> in {areaName(area)}</span>
              </Button>
              <Button size="sm" variant="quiet" onClick={() => setAll(area, false)}>
                Offer none<span className="sr-only"> in {areaName(area)}</span>
              </Button>
            </div>
            <ul className="border-t border-line">
              {leagues.map((league, index) =>
                league.area === area ? (
                  <li
                    key={league.id}
                    className="grid grid-cols-[minmax(0,1fr)_7rem] items-start gap-4 border-b border-line py-2"
                  >
                    <Checkbox
                      {...form.checkbox(`leagues.${index}.offered`)}
                      label={
                        <>
                          {league.division_name}
                          <span className="block text-sm text-ink-soft">
                            {formatEntries(league)}
                            {isChanged(form.values.leagues[index], league) && '; not saved yet'}
                          </span>
                        </>
                      }
                    />
                    <TextField
                      {...form.number(`leagues.${index}.capacity`)}
                      label="Limit"
                      aria-label={`Limit of ${league.division_name}, ${areaName(area)}`}
                      placeholder="None"
                      optional="filter"
                      maxLength={5}
                    />
                  </li>
                ) : null,
              )}
            </ul>
          </fieldset>
        </details>
      ))}
      {left.length > 0 && (
        <Notice tone="warn" title="Players stay">
          {left.length === 1 ? 'A league that is' : `${left.length} leagues that are`} no longer offered{' '}
          {left.length === 1 ? 'has' : 'have'} players. They stay in, and their matches are played. Wait-lists end.
        </Notice>
      )}
      <FormActions note={changed && 'Not saved yet.'}>
        <Button type="submit" busy={form.busy} reason={reason}>
          Save the divisions
        </Button>
        {changed && (
          <Button variant="secondary" onClick={undo}>
            Undo the changes
          </Button>
        )}
      </FormActions>
    </form>
  )
}

/** One limit for all leagues of the grid, which is saved with the form. */
function LimitForAll({ count, onUse }: { count: number; onUse: (capacity: number | null) => void }) {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const use = () => {
    const capacity = parseLimit(typed)
    setWrong(capacity === undefined)
    if (capacity !== undefined) onUse(capacity)
  }
  return (
    <div className="flex max-w-3xl flex-wrap items-start gap-3">
      <div className="w-56">
        <TextField
          name="limit-for-all"
          label="Same limit for all"
          optional="filter"
          placeholder="None"
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          value={typed}
          error={isWrong ? limitError : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Enter') return
            // Enter sets the limits, and does not save the form.
            event.preventDefault()
            use()
          }}
        />
      </div>
      <Button variant="secondary" className="mt-7" onClick={use}>
        Use for {count} {count === 1 ? 'league' : 'leagues'}
      </Button>
    </div>
  )
}

type Given = { offered: boolean; capacity?: number | null | undefined }

function isChanged(given: Given | undefined, stored: OrganizerLeague | undefined): boolean {
  return given?.offered !== stored?.offered || given?.capacity !== stored?.capacity
}

function formatEntries(league: OrganizerLeague): string {
  return league.taken === 0 ? 'No entries' : `${formatTaken({ ...league, capacity: null })} entered`
}

/** An area in the summary above its divisions: '11 of 13 offered, 34 entered'. */
function formatArea(leagues: readonly OrganizerLeague[], given: readonly Given[], area: string): string {
  const own = leagues.flatMap((league, index) => (league.area === area ? [{ league, given: given[index] }] : []))
  const offered = own.filter((each) => each.given?.offered).length
  const taken = own.reduce((sum, { league }) => sum + league.taken, 0)
  return `${offered} of ${own.length} offered, ${taken} entered`
}
