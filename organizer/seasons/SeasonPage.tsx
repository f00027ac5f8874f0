import { useState } from 'react'
import { useNavigate, useParams } from '#/web/router.tsx'
import { formatOff } from '#/contract/money.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { AreaFilter, useOrganizerArea } from '#/organizer/desk/AreaFilter.tsx'
import { listSeasons } from '#/features/calls.gen.ts'
import { formatDay, formatDays } from '#/contract/format.ts'
import { addDays, dayInZone } from '#/rules/day.ts'
import { ruleSentences } from '#/rules/rule-sentences.ts'
import { organization } from '#/contract/organization.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { now } from '#/web/now.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { FinalDialog } from '#/organizer/desk/FinalDialog.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { changeSeason, deleteSeason, getOrganizerSeason, listOrganizerSeasons } from '#/organizer/calls.gen.ts'
import type { SeasonDetail } from './contract.ts'
import { NextSeason } from './NextSeason.tsx'
import { SeasonFacts } from './SeasonFacts.tsx'
import { SeasonDays } from './SeasonDays.tsx'
import { DaysDialog } from './DaysDialog.tsx'
import { LeagueTable } from './LeagueTable.tsx'
import { RebuildProgress } from './RebuildProgress.tsx'
import { RulesDialog, sportsPlayed } from './RulesDialog.tsx'
import { SeasonSeparation } from './SeasonSeparation.tsx'
import { SecondDivisionDialog } from './SecondDivisionDialog.tsx'
import { stateWords } from './format.ts'
import { useOwnersOnly } from '#/organizer/security/use-owner.web.ts'

const stale = [getOrganizerSeason, listOrganizerSeasons, listSeasons]

/** One season: its days, its rules, its leagues. ?area= */
export default function SeasonPage() {
  const { id = '' } = useParams()
  const area = useOrganizerArea()
  const read = useRead(getOrganizerSeason, { params: { id }, query: { area } }, { keepPrevious: true })
  if (read.data) return <Season season={read.data} />
  return (
    <Screen title="Season">
      <Loaded
        of={read}
        loading="Loading the season"
        missing="We could not find this season."
        action={<ButtonLink to={deskPaths.seasons}>All seasons</ButtonLink>}
      />
    </Screen>
  )
}

function Season({ season }: { season: SeasonDetail }) {
  const [open, setOpen] = useState<'days' | 'rules' | 'second' | 'sale' | 'publish' | 'delete' | null>(null)
  const [task, setTask] = useState<number | null>(null)
  const reason = useOwnersOnly()
  const area = useOrganizerArea()
  const title = `${season.name} ${season.year}`
  const rules = ruleSentences(season.rules, sportsPlayed(season))
  // On a phone the rules are a long way to what follows.
  const [isWide] = useState(() => matchMedia('(width >= 40rem)').matches)
  const shut = () => setOpen(null)
  const options = { stale, onDone: shut, onRefused: shut }
  const change = useAction(changeSeason, options)
  const navigate = useNavigate()
  const remove = useAction(deleteSeason, {
    stale: [listOrganizerSeasons, listSeasons],
    onDone: () => navigate(deskPaths.seasons),
    onRefused: shut,
  })
  const endSale = () => {
    const sale_until = wireDay(addDays(dayInZone(now(), organization().time_zone), -1))
    // A sale cannot end before it begins.
    const sale_from = season.sale_from !== null && season.sale_from > sale_until ? { sale_from: null } : {}
    change.run({ params: { id: season.id }, body: { sale_until, ...sale_from } })
  }
  return (
    <Screen
      documentTitle={`${title} · Seasons`}
      kicker={<TextLink to={deskPaths.seasons}>All seasons</TextLink>}
      title={title}
      lead={
        <span className="flex flex-wrap items-center gap-3">
          <Badge tone={stateWords[season.state].tone}>{stateWords[season.state].label}</Badge>
          {season.state === 'playing' && season.on_sale && <Badge tone="info">On sale</Badge>}
          {formatDays(season.starting_date, season.ending_date)}
        </span>
      }
      actions={<NextSeason season={season} reason={reason} />}
    >
      <RebuildProgress task_id={task} />
      <SeasonFacts season={season} area={area} />
      <section aria-labelledby="leagues">
        <h2 id="leagues" className="lettering mb-4 text-2xl">
          Leagues
        </h2>
        <div className="mb-4 flex flex-wrap gap-3">
          <ButtonLink variant="secondary" to={deskPaths.seasonLeagues(season.id)}>
            Divisions and limits
          </ButtonLink>
          <ButtonLink variant="secondary" to={deskPaths.seasonQuestions(season.id)}>
            Questions
          </ButtonLink>
          <Button variant="secondary" reason={reason} onClick={() => setOpen('second')}>
            Second division
          </Button>
        </div>
        {season.second_division && (
          <p className="mb-4">Each additional division of a player is {formatOff(season.second_division)} off.</p>
        )}
        <AreaFilter />
        <LeagueTable season={season} />
      </section>
      <div className="mt-10 grid items-start gap-x-10 gap-y-10 lg:grid-cols-2">
        <SeasonDays season={season} reason={reason} onOpen={setOpen} />
        <section aria-labelledby="rules">
          <h2 id="rules" className="lettering text-2xl">
            Rules
          </h2>
          <details open={isWide} className="mt-3">
            <summary className="min-h-11 cursor-pointer py-2">
              {rules.length} rules for all leagues of the season
            </summary>
            <ul className="mt-2 flex list-disc flex-col gap-2 pl-6">
              {rules.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </details>
          <div className="mt-4">
            <Button variant="secondary" reason={reason} onClick={() => setOpen('rules')}>
              Change the rules
            </Button>
          </div>
        </section>
      </div>
      {season.state !== 'playing' && season.state !== 'closed' && <SeasonSeparation season={season} />}
      <p className="mt-8">
        <TextLink to={deskPaths.auditLogOf(`season ${season.id}`)}>See all changes to this season</TextLink>
      </p>
      {open === 'days' && <DaysDialog season={season} onClose={shut} />}
      {open === 'rules' && <RulesDialog season={season} onClose={shut} onTask={setTask} />}
      {open === 'second' && <SecondDivisionDialog season={season} onClose={shut} />}
      <ConfirmDialog
        open={open === 'sale'}
        onClose={shut}
        title={`End the sale of ${title}?`}
        description="From now on nobody can join it. To open the sale again, change the days."
        confirm="End the sale"
        tone="danger"
        busy={change.busy}
        onConfirm={endSale}
      />
      <ConfirmDialog
        open={open === 'publish'}
        onClose={shut}
        title={`Publish ${title}?`}
        description={
          season.sale_from === null
            ? 'Players see it and can join as soon as the previous season with this name is off sale.'
            : `Players can join from ${formatDay(season.sale_from)}.`
        }
        confirm="Publish it"
        busy={change.busy}
        onConfirm={() => change.run({ params: { id: season.id }, body: { draft: false } })}
      />
      {open === 'delete' && (
        <FinalDialog
          onClose={shut}
          title={`Delete ${title}?`}
          description="Nobody has joined it. It is not created again automatically."
          confirm="Delete the season"
          word="delete"
          busy={remove.busy}
          onConfirm={() => remove.run({ params: { id: season.id } })}
        />
      )}
    </Screen>
  )
}
