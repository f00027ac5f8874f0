import { endSentence } from './outcome.ts'
import { hasGames, keepsServe, type LiveSetup, type LiveSide, type LiveState } from './live-scoring.ts'
import { capitalized, sportOf, sportWords } from './sports/formats.ts'

type Names = readonly [string, string]

/** The sets so far, side one's games first: '6-4 3-2'. Empty before the first game. */
export function liveLine({ sets }: Pick<LiveState, 'sets'>): string {
  return sets
    .filter(({ score_1, score_2 }, index) => index === 0 || score_1 + score_2 > 0)
    .map(({ score_1, score_2 }) => `${score_1}-${score_2}`)
    .join(' ')
}

/** The umpire's call after a point, with the server's score first. `before` is the score before the point. */
export function callOf(setup: LiveSetup, before: LiveState, now: LiveState, names: Names): string {
  const words = sportWords[sportOf([setup.format])]
  const nameOf = (side: LiveSide) => names[side - 1]!
  if (now.over) {
    const { winner, status } = now.over
    if (winner === null) return endSentence(`The match has ended in a tie: ${liveLine(now)}`)
    if (status === 'Retired') return `${nameOf(winner === 1 ? 2 : 1)} retires. ${nameOf(winner)} wins.`
    if (status === 'Stopped by time or weather') return `The match is stopped. ${nameOf(winner)} is ahead and wins.`
    const parts = hasGames(setup.format) ? ['Game', words.set, 'match'] : [capitalized(words.set), 'match']
    return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}, ${nameOf(winner)}. ${lineFor(now, winner)}.`
  }
  const won = wonSet(before, now)
  if (won !== null) {
    const what = hasGames(setup.format) ? `Game and ${words.set}` : capitalized(words.set)
    return [`${what}, ${nameOf(won)}.`, setsCall(now, names, words.set), changeCall(now)].filter(Boolean).join(' ')
  }
  const game = wonGame(before, now)
  if (game !== null) return [`Game, ${nameOf(game)}.`, gamesCall(now, names), changeCall(now)].filter(Boolean).join(' ')
  const over = keepsServe(setup.format) && before.server !== now.server
  return [
    over && `${words.lost_serve ?? 'Side out'}.`,
    pointsCall(now, names),
    choosesCall(now, names),
    changeCall(now),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The call of the receiver's choice: 'Set two: to 10.' */
export function choiceCall({ choices }: Pick<LiveState, 'choices'>, to: number): string {
  const more = to - (choices?.[0] ?? to)
  return `Set ${['one', 'two', 'three', 'four', 'five', 'six'][more]}: to ${to}.`
}

function choosesCall({ choices, server }: LiveState, names: Names): string | null {
  return choices ? `${names[server === 1 ? 1 : 0]} chooses ${choices[0]} or ${choices[1]}.` : null
}

/** The current points of the game, as an umpire calls them. */
export function pointsCall(state: LiveState, names: Names): string {
  const { called, deuce, server, playing, server_number } = state
  if (deuce === 'deciding_point') return `${playing === 'tie_break' ? `${called[0]} all` : 'Deuce'}, deciding point.`
  if (deuce === 'deuce') return 'Deuce.'
  if (playing === 'game') {
    const ahead = called.indexOf('Ad')
    if (ahead >= 0) return `Advantage, ${names[ahead]}.`
  }
  const [mine, theirs] = server === 1 ? called : [called[1], called[0]]
  const love = (points: string) => (points === '0' && playing === 'game' ? 'love' : points)
  if (playing === 'tie_break' || playing === 'match_tie_break') {
    if (mine === theirs) return `${mine} all.`
    const [high, low] = Number(called[0]) > Number(called[1]) ? called : [called[1], called[0]]
    return `${high}-${low}, ${names[Number(called[0]) > Number(called[1]) ? 0 : 1]}.`
  }
  if (server_number !== null) return `${mine}-${theirs}-${server_number}.`
  return mine === theirs ? `${love(mine)} all.` : `${love(mine)}-${love(theirs)}.`
}

function wonSet(before: LiveState, now: LiveState): LiveSide | null {
  if (now.sets_won[0] + now.sets_won[1] !== before.sets_won[0] + before.sets_won[1] + 1) return null
  return now.sets_won[0] > before.sets_won[0] ? 1 : 2
}

/** The side that has just won a game in a set that continues. */
function wonGame(before: LiveState, now: LiveState): LiveSide | null {
  if (before.playing !== 'game') return null
  const [was, is] = [before.sets.at(-1)!, now.sets.at(-1)!]
  if (is.score_1 + is.score_2 !== was.score_1 + was.score_2 + 1) return null
  return is.score_1 > was.score_1 ? 1 : 2
}

function gamesCall({ sets }: LiveState, names: Names): string {
  const { score_1, score_2 } = sets.at(-1)!
  if (score_1 === score_2) return `${score_1} all.`
  const [ahead, high, low] = score_1 > score_2 ? [0, score_1, score_2] : [1, score_2, score_1]
  return `${names[ahead]} leads ${high}-${low}.`
}

function setsCall({ sets_won: [one, two] }: LiveState, names: Names, word: string): string {
  const count = (sets: number) => `${sets} ${sets === 1 ? word : `${word}s`}`
  if (one === two) return `${count(one)} all.`
  return `${names[one > two ? 0 : 1]} leads ${count(Math.max(one, two))} to ${Math.min(one, two)}.`
}

function changeCall({ change_ends }: LiveState): string | null {
  return change_ends ? 'Change ends.' : null
}

function lineFor({ sets }: LiveState, side: LiveSide): string {
  return sets.map(({ score_1, score_2 }) => (side === 1 ? `${score_1}-${score_2}` : `${score_2}-${score_1}`)).join(' ')
}
