import { readFile } from 'node:fs/promises'
import { ratingParameters } from '#/rules/rating/parameters.ts'
import { rounded, writeFigures } from './figures.ts'
import { makeLeague, type Results } from './rating-leagues.ts'
import { measure, type Figures } from './rating-measure.ts'
import { elo, glicko2, ours, wengLin, type GlickoParameters, type MakeModel } from './rating-models.ts'

// Compares rating models, on results or on leagues with known strengths: node bench/rating.ts [results.csv] [leagues]
const [given] = process.argv.slice(2)
const isFile = given !== undefined && !/^\d+$/.test(given)
const LEAGUES = isFile || given === undefined ? 400 : Number(given)
const TUNING_LEAGUES = 40

const seed = Math.floor(Math.random() * 2 ** 30)
const leagues = (first: number, count: number) => Array.from({ length: count }, (_, at) => makeLeague(first + at))
const results: Results[] = isFile
  ? [(await import('./rating-results.ts')).readResults(await readFile(given, 'utf8'))]
  : leagues(seed, LEAGUES)

const usual = { deviation: 350, volatility: 0.06, tau: 0.5 }
const OURS = 'whole covariance, level'
const models: [string, MakeModel][] = [
  ['Elo K 32', elo],
  ['Glicko-2 defaults', glicko2(usual)],
  ['Glicko-2 tuned', glicko2(tuneGlicko(leagues(seed + 1_000_000, TUNING_LEAGUES)))],
  ['Weng-Lin', wengLin],
  ['margin, no covariance', ours({ most_connected: 1 }, false)],
  ['whole covariance', ours({}, false)],
  [OURS, ours()],
]
const exact: [string, MakeModel] = ['the same, no limit', ours({ most_connected: 5000 })]
const hasLimit = results.some(({ days }) => {
  const players = new Set(days.flatMap(({ matches }) => matches.flatMap(({ sides }) => sides.flat())))
  return players.size > ratingParameters.most_connected && players.size <= 800
})

const measured = [...models, ...(hasLimit ? [exact] : [])].map(
  ([name, make]) => [name, measure(make, results)] as const,
)
print('Players with at least 3 earlier rated matches', (each) => each.known)
print('Players with 0 to 2', (each) => each.fresh)
console.log(`\nchosen: ${OURS}`)
await writeFigures(
  'rating',
  Object.fromEntries(
    measured.map(([name, { known, fresh }]) => [
      name,
      { log_loss: rounded(known.log_loss), brier: rounded(known.brier), fresh_log_loss: rounded(fresh.log_loss) },
    ]),
  ),
)

function print(title: string, of: (each: ReturnType<typeof measure>) => Figures): void {
  const base = of(measured[1]![1]).log_loss
  console.log(`\n${title}: ${of(measured[0]![1]).matches} matches`)
  console.log('name'.padEnd(26), 'log_loss', ' brier', 'calibration_points', 'less log loss than Glicko-2 defaults')
  for (const [name, each] of measured) {
    const { log_loss, brier, calibration_points } = of(each)
    const less = `${(100 * (1 - log_loss / base)).toFixed(1)} %`
    console.log(
      name.padEnd(26),
      log_loss.toFixed(4).padStart(8),
      brier.toFixed(4),
      calibration_points.toFixed(1).padStart(18),
      less.padStart(8),
    )
  }
}

/** The best of a grid on other leagues. */
function tuneGlicko(others: readonly Results[]): GlickoParameters {
  const grid = [60, 90, 120, 150, 200, 250, 300].flatMap((deviation) =>
    [0.01, 0.06, 0.15].flatMap((volatility) => [0.2, 0.5].map((tau) => ({ deviation, volatility, tau }))),
  )
  const losses = grid.map((each) => measure(glicko2(each), others).known.log_loss)
  return grid[losses.indexOf(Math.min(...losses))]!
}
