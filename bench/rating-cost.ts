import { ratingParameters } from '#/rules/rating/parameters.ts'
import { emptyPool, packPool } from '#/rules/rating/pool.ts'
import { rateDay, rateDays } from '#/rules/rating/rating.ts'
import { median, rounded, row, verdict, writeFigures } from './figures.ts'
import { makeLeague, type Results } from './rating-leagues.ts'
import { measure } from './rating-measure.ts'
import { ours } from './rating-models.ts'

// Times of rating, and the loss that its limit costs: node bench/rating-cost.ts [players of the large pool]
const players = Number(process.argv[2] ?? 20_000)
const countOf = ({ days }: Results) => days.reduce((sum, { matches }) => sum + matches.length, 0)
const levelOf =
  ({ levels }: Results) =>
  (player: number) =>
    levels.get(player) ?? null

// Each result of the last season of 400 connected players as a separate day, with its ledger and the stored bytes.
const club = makeLeague(1, { players: 400, seasons: 5 })
const [before, last] = [club.days.slice(0, -70), club.days.slice(-70)]
let pool = rateDays(emptyPool('tennis'), before, levelOf(club))
const times: number[] = []
for (const { day, matches } of last)
  for (const match of matches) {
    const started = performance.now()
    pool = rateDay(pool, day, [match], levelOf(club)).pool
    packPool(pool)
    times.push(performance.now() - started)
  }
const result_ms = median(times)

const large = makeLeague(2, { players, seasons: 14 })
// The processor's time, because other work on the machine is not a rebuild's.
const start = process.cpuUsage()
const rebuilt = rateDays(emptyPool('tennis'), large.days, levelOf(large))
const used = process.cpuUsage(start)
const seconds = (used.user + used.system) / 1_000_000
const million_s = (seconds * 1_000_000) / countOf(large)
const bytes = packPool(rebuilt).length / rebuilt.blocks.size

// Against no limit, where more players are connected than the limit has room for.
const wide = [3, 4].map((seed) => makeLeague(seed, { players: 400, seasons: 6 }))
const [limited, exact] = [ours(), ours({ most_connected: 5000 })].map((make) => measure(make, wide).known.log_loss)
const lost_percent = 100 * (limited! / exact! - 1)

console.log(row('', 'measured', 'target'))
console.log(row('a result in a pool of 400, p50 ms', result_ms.toFixed(2), '5', verdict(result_ms <= 5)))
console.log(row('a million matches rebuilt, s of one core', million_s.toFixed(1), '60', verdict(million_s <= 60)))
console.log(row('log loss of the limit, %', lost_percent.toFixed(2), '0.3', verdict(lost_percent <= 0.3)))
console.log(row('bytes of a stored player', bytes.toFixed(0)))
console.log(`\n${countOf(large)} matches of ${players} players; blocks of ${ratingParameters.most_connected}.`)
await writeFigures('rating-cost', {
  result_ms: rounded(result_ms),
  million_s: rounded(million_s),
  lost_percent: rounded(lost_percent),
  bytes: Math.round(bytes),
})
