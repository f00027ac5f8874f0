import { areaName } from '#/contract/areas.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import { formatDay } from '#/contract/format.ts'
import type { App } from '#/server/context.ts'
import { addressTo, type Words } from '#/server/outside/email-layout.ts'
import { paths } from '#/contract/paths.ts'
import { listSeeds } from './bracket-queries.ts'
import type { PlayoffRow } from './contract.ts'
import { findPlayoffs, findReportedMatch, findSeat, type Playoffs, type Seat } from './queries.ts'
import { CONSOLATION_SLOTS } from '#/rules/playoff-stages.ts'
import { finalOf, stageNoun } from './format.ts'

/** Notifies a player who has qualified: seed, first opponent or bye, and deadline. */
export async function playoffsMade(
  app: App,
  { league_id, player_id }: { league_id: number; player_id: number },
): Promise<Words | null> {
  const found = await findMine(app, { league_id }, player_id)
  const first = found?.mine.find(({ row }) => row.winner === null)
  if (!found || !first) return null
  const { seat, seeds } = found
  return {
    ...found.envelope,
    subject: `You are in the play-offs, seed ${seat.seed} of ${seeds}`,
    paragraphs: [
      `You have qualified for the play-offs of ${formatLeague(seat)}. Your seed is ${seat.seed} of ${seeds}.`,
      first.opponent === null
        ? `You start in the ${first.stage.name.toLowerCase()}. Your opponent is the winner of an earlier match. We will email you when you can arrange yours.${by(first.stage.date)}`
        : `Your ${stageNoun({ ...first.row, ...first.stage })} is against ${first.opponent}.${by(first.stage.date)} Arrange a day and a court on the match card.`,
    ],
    action: { label: 'See the bracket', url: app.config.site + paths.sharedPlayoffs(whichOf(seat)) },
    path: paths.playoffBracket(whichOf(seat)),
    reason: 'You are receiving this because you qualified for the play-offs of your league.',
    stop: 'This email is sent once for each league.',
  }
}

/** Notifies a player of the next opponent. Null if the match has been played or no longer exists. */
export async function playoffMatch(
  app: App,
  { match_id, player_id }: { match_id: number; player_id: number },
): Promise<Words | null> {
  const found = await findMine(app, { match_id }, player_id)
  const next = found?.mine.find(({ row }) => row.match_id === match_id)
  if (!found || !next || next.row.score !== '' || next.opponent === null) return null
  const noun = stageNoun({ ...next.row, ...next.stage })
  return {
    ...found.envelope,
    subject: `Your ${noun} is against ${next.opponent}`,
    paragraphs: [
      `In the play-offs of ${formatLeague(found.seat)} your ${noun} is against ${next.opponent}.${by(next.stage.date)}`,
      'Arrange a day and a court on the match card.',
      ...(next.row.provisional
        ? [
            'An earlier result can still be corrected or disputed, so the players in this match may change. You can play now, but your result stays provisional until the earlier one is final.',
          ]
        : []),
    ],
    action: { label: 'Arrange the match', url: app.config.site + paths.profile },
    reason: 'You are receiving this because you are in the play-offs of your league.',
    stop: 'This email is sent once for each play-off match.',
  }
}

/** Notifies both sides that their play-off result does not count for now. Null if it counts again. */
export async function playoffSetAside(app: App, about: PlayoffMatchEmail): Promise<Words | null> {
  const found = await findReported(app, about)
  if (!found?.match.set_aside) return null
  const { envelope, league, match, noun } = found
  return {
    ...envelope,
    subject: `Your ${noun} does not count for now`,
    paragraphs: [
      `An earlier result in the play-offs of ${league} has changed, and now somebody else plays in that ${noun}.`,
      `So this result is set aside: ${match.winner} beat ${match.opponent} ${match.score}`,
      'If the earlier result changes back, yours counts again. You do not need to do anything.',
    ],
    reason: 'You are receiving this because a play-off result of yours was set aside.',
    stop: 'One email is sent each time this changes.',
  }
}

/** Notifies both sides that their play-off result counts again. Null if it no longer does. */
export async function playoffCountsAgain(app: App, about: PlayoffMatchEmail): Promise<Words | null> {
  const found = await findReported(app, about)
  if (!found || found.match.set_aside) return null
  const { envelope, league, match, noun } = found
  return {
    ...envelope,
    subject: `Your ${noun} counts again`,
    paragraphs: [
      `The earlier result in the play-offs of ${league} is as it was before. So your ${noun} counts again: ${match.winner} beat ${match.opponent} ${match.score}`,
    ],
    reason: 'You are receiving this because a play-off result of yours had been set aside.',
    stop: 'One email is sent each time this changes.',
  }
}

/** Notifies a player that the other side of a match does not play the consolation. Null if the two do not meet. */
export async function consolationDeclined(
  app: App,
  { league_id, player_id, entry_id }: { league_id: number; player_id: number; entry_id: number },
): Promise<Words | null> {
  const [found, seeds] = await Promise.all([findMine(app, { league_id }, player_id), listSeeds(app.db, league_id)])
  const declined = seeds.find((each) => each.entry_id === entry_id)?.seed
  const match = found?.mine.find(
    ({ row }) => row.slot > CONSOLATION_SLOTS && [row.seed_one, row.seed_two].includes(declined ?? 0),
  )
  if (!found || !match?.opponent || match.row.score !== 'w.o.') return null
  return {
    ...found.envelope,
    subject: `${match.opponent} declines the consolation`,
    paragraphs: [
      `${match.opponent} does not play the consolation of ${formatLeague(found.seat)}.`,
      `You have won your ${stageNoun({ ...match.row, ...match.stage })} by walkover. A time that you had agreed is canceled.`,
    ],
    action: { label: 'See the bracket', url: app.config.site + paths.sharedPlayoffs(whichOf(found.seat)) },
    path: paths.playoffBracket(whichOf(found.seat)),
    reason: 'You are receiving this because you had a match in the consolation of your league.',
    stop: 'This email is sent once for each match.',
  }
}

/** Notifies the finalists of the final's result. */
export async function playoffsOver(
  app: App,
  { league_id, player_id }: { league_id: number; player_id: number },
): Promise<Words | null> {
  const found = await findMine(app, { league_id }, player_id)
  const last = found?.playoffs.stages.at(-1)?.rows[0]
  if (!found || !last?.player_one) return null
  const final = finalOf(found.playoffs.stages)
  const league = formatLeague(found.seat)
  const won = last.seed_one === found.seat.seed
  return {
    ...found.envelope,
    subject: won ? `You are the champion of ${found.seat.division_name}` : `${last.player_one} has won the play-offs`,
    paragraphs: won
      ? [
          final?.score === 'w.o.'
            ? `You have won the play-offs of ${league}. ${final.opponent} could not play the final.`
            : `You have won the play-offs of ${league}${final ? `, beating ${final.opponent} ${final.score} in the final` : ''}.`,
          'Congratulations!',
        ]
      : [
          `${last.player_one} has won the play-offs of ${league}${final ? `, ${final.score} in the final` : ''}.`,
          'You reached the final. Well played!',
        ],
    action: { label: 'See the bracket', url: app.config.site + paths.sharedPlayoffs(whichOf(found.seat)) },
    path: paths.playoffBracket(whichOf(found.seat)),
    reason: 'You are receiving this because you played the final of your league.',
    stop: 'This email is sent once for each final.',
  }
}

type PlayoffMatchEmail = { match_id: number; player_id: number }

/** A play-off match with a score, and the player and bracket of the email. Null if one of them no longer exists. */
async function findReported(app: App, { match_id, player_id }: PlayoffMatchEmail) {
  const [player, match] = await Promise.all([findAddressee(app.db, player_id), findReportedMatch(app.db, match_id)])
  if (!player || !match) return null
  return {
    match,
    noun: stageNoun(match),
    league: formatLeague(match),
    envelope: {
      ...addressTo(player),
      action: {
        label: 'See the bracket',
        url: app.config.site + paths.sharedPlayoffs(whichOf(match)),
      },
      path: paths.playoffBracket(whichOf(match)),
    },
  }
}

type Mine = { stage: Playoffs['stages'][number]; row: PlayoffRow; opponent: string | null }

/** A player's own matches in a bracket, round by round, and their email address. Null if they are not in it. */
async function findMine(app: App, of: { league_id: number } | { match_id: number }, player_id: number) {
  const [player, seat] = await Promise.all([findAddressee(app.db, player_id), findSeat(app.db, of, player_id)])
  const playoffs = seat && (await findPlayoffs(app.db, seat, app.clock.now()))
  if (!player || !seat || !playoffs) return null
  const consolation = playoffs.consolation.map((stage) => ({
    ...stage,
    rows: stage.rows.map((row) => ({ ...row, slot: CONSOLATION_SLOTS + row.slot })),
  }))
  const mine = [...playoffs.stages, ...consolation].flatMap((stage) =>
    stage.rows.flatMap((row): Mine[] => {
      if (stage.stage === 4 || (row.seed_one !== seat.seed && row.seed_two !== seat.seed)) return []
      return [{ stage, row, opponent: row.seed_one === seat.seed ? row.player_two : row.player_one }]
    }),
  )
  const envelope = addressTo(player)
  return { seat, playoffs, mine, seeds: seat.seeds, envelope }
}

/** "Women's Singles 3.5 in South Bend, Summer 1 2026" */
function formatLeague({
  division_name,
  area,
  season_name,
  year,
}: Pick<Seat, 'division_name' | 'area' | 'season_name' | 'year'>): string {
  return `${division_name} in ${areaName(area)}, ${season_name} ${year}`
}

function by(date: string | null): string {
  return date === null ? '' : ` Please play it by ${formatDay(date)}.`
}

function whichOf({ area, division, season, year }: Pick<Seat, 'area' | 'division' | 'season' | 'year'>) {
  return { city: area, division, season, year }
}
