import { Agent, get } from 'node:http'
import { loadOf, type Load, median, middleOf, rate, rounded, row, verdict, writeFigures } from './figures.ts'
import { entriesPerLeague, fill, matchesPerLeague } from './fill.ts'
import { firstReadsOf, readsOf } from './questions.ts'
import { startDatabase, startServer, stopServers } from './servers.ts'

// The table of a league, compared with that of another program that is already running with an equally large league, in
// turns and from one client: node bench/peer.ts ADDRESS WORDS ['Header: value']…
// WORDS have to appear in its responses, so that an error page is not measured.
const [address, words, ...lines] = process.argv.slice(2)
if (address === undefined || words === undefined)
  throw new Error("The call is: node bench/peer.ts ADDRESS WORDS ['Header: value']…")
const bursts = 20
const burst_ms = 1000
const connections = 16
/** Minimum ratio of tables per second, for unchanged tables. */
const target = 10

type Site = { urls: string[]; headers: Record<string, string>; words: string; next: number }

const agent = new Agent({ keepAlive: true, maxSockets: connections })

try {
  const { url, filled } = await startDatabase('peer', { fsync: false }, async (db) => {
    await fill(db, 10_000, new Date(), { checked: true })
    return readsOf(db)
  })
  const port = await startServer('app/main.ts', url)
  const [, question] = filled.find(([name]) => name === 'GET /users/standings') ?? []
  if (!question) throw new Error('There is no question about standings.')
  const ours = (paths: string[]): Site => ({
    urls: paths.map((path) => `http://127.0.0.1:${port}${path}`),
    headers: { authorization: `Bearer ${question.token}` },
    words: `"total":${entriesPerLeague}`,
    next: 0,
  })
  const theirs = { urls: [address], headers: Object.fromEntries(lines.map(headerOf)), words, next: 0 }
  console.log(
    `Tables a second, median of ${bursts} bursts in turns, ${connections} connections, each with its session look-up;\na league of ${entriesPerLeague} with ${matchesPerLeague} results\n`,
  )
  console.log(row('', 'app', 'p50 ms', 'peer', 'p50 ms', 'ratio'))
  const unchanged = await compare('unchanged', ours([question.path]), theirs)
  console.log(row('target, at least', '', '', '', '', String(target), verdict(unchanged.ratio >= target)))
  const first = await compare('first read', ours(firstReadsOf(question).map(({ path }) => path)), theirs)
  await writeFigures('peer', { connections, bursts, target, met: unchanged.ratio >= target, unchanged, first })
} finally {
  agent.destroy()
  await stopServers()
}

function headerOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1).trim()]
}

async function compare(name: string, one: Site, other: Site) {
  const loads: [Load[], Load[]] = [[], []]
  // Warms up in the first rounds: everything is compiled, connected and prepared.
  for (let round = -3; round < bursts; round += 1) {
    const [ours, theirs] = [await burst(one), await burst(other)]
    if (round < 0) continue
    loads[0].push(ours)
    loads[1].push(theirs)
  }
  const [ours, theirs] = [middleOf(loads[0]), middleOf(loads[1])]
  const ratio = rounded(median(loads[0].map((load, index) => rate(load) / rate(loads[1][index] ?? load))))
  const cells = [ours, theirs].flatMap(({ rate: each, p50_ms }) => [each.toFixed(0), p50_ms.toFixed(1)])
  console.log(row(name, ...cells, ratio.toFixed(1)))
  return { app: ours, peer: theirs, ratio }
}

async function burst(site: Site): Promise<Load> {
  const times: number[] = []
  const start = performance.now()
  const askOn = async () => {
    while (performance.now() < start + burst_ms) {
      const sent = performance.now()
      await ask(site)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: connections }, askOn))
  return loadOf(times, start, 0)
}

/** Throws unless the response is a success and contains the words. */
function ask(site: Site): Promise<void> {
  const url = site.urls[site.next % site.urls.length] ?? ''
  site.next += 1
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: site.headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const isWhole = response.statusCode === 200 && Buffer.concat(parts).includes(site.words)
        if (isWhole) resolve()
        else reject(new Error(`${url} answered ${response.statusCode} without “${site.words}”.`))
      })
    })
    request.on('error', reject)
  })
}
