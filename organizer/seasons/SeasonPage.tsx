import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { areaName } from '#/contract/areas.ts'
import { wireDay } from '#/contract/fields.ts'
import { AreaFilter, useOrganizerArea } from '#/organizer/desk/AreaFilter.tsx'
import { listSeasons } from '#/features/seasons/contract.ts'
import { formatDay, formatDays } from '#/contract/format.ts'
import { addDays, dayInZone } from '#/rules/day.ts'
import { playoffStages } from '#/rules/playoffs.ts'
import { ruleSentences } from '#/rules/season-rules.ts'
import { saleZone } from '#/rules/season.ts'
import { useChange, useRead } from '#/web/api.ts'
import { now } from '#/web/now.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { DataList } from '#/web/ui/DataList.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import {
  changeSeason,
  closeSeason,
  getOrganizerSeason,
  listOrganizerSeasons,
  rollOverSeason,
  type SeasonDetail,
} from './contract.ts'
import { DaysDialog } from './DaysDialog.tsx'
import { LeagueTable } from './LeagueTable.tsx'
import { RebuildProgress } from './RebuildProgress.tsx'
import { RulesDialog } from './RulesDialog.tsx'
import { formatSale, stateWords } from './format.ts'
import { useOwnersOnly } from '#/organizer/security/use-owner.web.ts'

const stale = [getOrganizerSeason, listOrganizerSeasons, listSeasons]

/** One season: its days, its rules, its leagues. ?area= */
export default function SeasonPage() {
  const { id = '' } = useParams()
  const area = useOrganizerArea()
  const read = useRead(getOrganizerSeason, { params: { id }, query: { area } }, { keepPrevious: true })
  if (read.data) return <Season season={read.data} />
  return (
    <>
      <title>Season · Deuce</title>
      <PageHeader title="Season" />
      {read.error ? (
        <ReadError
          of={read}
          missing="We could not find this season."
          action={<ButtonLink to={paths.organizer.seasons}>All seasons</ButtonLink>}
        />
      ) : (
        <Skeleton kind="rows" label="Loading the season" />
      )}
    </>
  )
}

function Season({ season }: { season: SeasonDetail }) {
  const [open, setOpen] = useState<'days' | 'rules' | 'sale' | 'close' | null>(null)
  const [task, setTask] = useState<number | null>(null)
  const reason = useOwnersOnly()
  const area = useOrganizerArea()
  const title = `${season.name} ${season.year}`
  const close = useChange(closeSeason, stale)
  const change = useChange(changeSeason, stale)
  const shut = () => setOpen(null)
  async function say(done: Promise<{ message: string }>): Promise<void> {
    try {
      showToast({ tone: 'good', text: (await done).message })
    } catch (error) {
      showToast({ tone: 'bad', text: error instanceof Error ? error.message : 'That did not work.' })
    }
    shut()
  }
  const endSale = () => {
    const { starting_date, ending_date } = season
    const sale_until = wireDay(addDays(dayInZone(now(), saleZone), -1))
    const body = { starting_date, ending_date, sale_until, stages: season.own_stages ? season.stages : null }
    return say(change.mutateAsync({ params: { id: season.id }, body }))
  }
  return (
    <>
      <title>{`${title} · Seasons · Deuce`}</title>
      <PageHeader
        kicker={<TextLink to={paths.organizer.seasons}>All seasons</TextLink>}
        title={title}
        lead={
          <span className="flex flex-wrap items-center gap-3">
            <Badge tone={stateWords[season.state].tone}>{stateWords[season.state].label}</Badge>
            {season.state === 'playing' && season.on_sale && <Badge tone="info">On sale</Badge>}
            {formatDays(season.starting_date, season.ending_date)}
          </span>
        }
        actions={<NextEdition season={season} reason={reason} />}
      />
      <RebuildProgress task_id={task} />
      <div className="grid items-start gap-x-10 gap-y-10 lg:grid-cols-2">
        <section aria-labelledby="days">
          <h2 id="days" className="lettering text-2xl">
            Days
          </h2>
          <DataList
            items={[
              { term: 'Played', value: formatDays(season.starting_date, season.ending_date) },
              { term: 'Sale', value: `${formatSale(season)}${season.sale_until ? ', set by you' : ''}` },
              { term: 'Last day that counts', value: formatDay(season.counts_until) },
              ...playoffStages.flatMap(({ stage, name }) =>
                stage === 4
                  ? []
                  : [
                      {
                        term: name,
                        value: `By ${formatDay(season.stages[stage])}${season.own_stages ? ', set by you' : ''}`,
                      },
                    ],
              ),
            ]}
          />
          <div className="mt-4 flex flex-wrap gap-3">
            <Button variant="secondary" reason={reason} onClick={() => setOpen('days')}>
              Change the days
            </Button>
            {season.on_sale && (
              <Button variant="secondary" reason={reason} onClick={() => setOpen('sale')}>
                End the sale now
              </Button>
            )}
            {season.state === 'playing' && (
              <Button variant="secondary" reason={reason} onClick={() => setOpen('close')}>
                Close the season now
              </Button>
            )}
          </div>
        </section>
        <section aria-labelledby="rules">
          <h2 id="rules" className="lettering text-2xl">
            Rules
          </h2>
          <ul className="mt-3 flex list-disc flex-col gap-2 pl-6">
            {ruleSentences(season.rules).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <div className="mt-4">
            <Button variant="secondary" reason={reason} onClick={() => setOpen('rules')}>
              Change the rules
            </Button>
          </div>
        </section>
      </div>
      <section aria-labelledby="leagues" className="mt-10">
        <h2 id="leagues" className="lettering mb-4 text-2xl">
          Leagues
        </h2>
        <AreaFilter />
        <LeagueTable leagues={season.leagues} area={area ? areaName(area) : null} />
      </section>
      <p className="mt-8">
        <TextLink to={paths.organizer.recordOf(`season ${season.id}`)}>See all changes to this season</TextLink>
      </p>
      {open === 'days' && <DaysDialog season={season} onClose={shut} />}
      {open === 'rules' && <RulesDialog season={season} onClose={shut} onTask={setTask} />}
      <ConfirmDialog
        open={open === 'close'}
        onClose={shut}
        title={`Close ${title} now?`}
        description="Matches count until yesterday. You can make the play-offs as soon as every dispute is settled. To open the season again, change its days."
        confirm="Close the season"
        tone="danger"
        busy={close.isPending}
        onConfirm={() => void say(close.mutateAsync({ params: { id: season.id } }))}
      />
      <ConfirmDialog
        open={open === 'sale'}
        onClose={shut}
        title={`End the sale of ${title}?`}
        description="From now on, players buy next year’s season instead. To open the sale again, change the days."
        confirm="End the sale"
        tone="danger"
        busy={change.isPending}
        onConfirm={() => void endSale()}
      />
    </>
  )
}

/** A link to next year's season, or a button that creates it. */
function NextEdition({ season, reason }: { season: SeasonDetail; reason: string | undefined }) {
  const navigate = useNavigate()
  const roll = useChange(rollOverSeason, [getOrganizerSeason, listOrganizerSeasons])
  const next = `${season.name} ${season.year + 1}`
  if (season.next_id !== null)
    return (
      <ButtonLink variant="secondary" to={paths.organizer.season(season.next_id)}>
        {next}
      </ButtonLink>
    )
  async function rollOver(): Promise<void> {
    try {
      const { id, message } = await roll.mutateAsync({ params: { id: season.id } })
      showToast({ tone: 'good', text: message })
      await navigate(paths.organizer.season(id))
    } catch {
      showToast({ tone: 'bad', text: `${next} could not be created. Please try again.` })
    }
  }
  return (
    <Button variant="secondary" busy={roll.isPending} reason={reason} onClick={() => void rollOver()}>
      Roll over to {season.year + 1}
    </Button>
  )
}
