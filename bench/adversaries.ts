import { attackedFormats, harmOf, strategies } from '#/rules/adversaries/adversaries.ts'
import { formatTitle } from '#/rules/formats/formats.ts'

// Mean places that strategies gain over honest play: node bench/adversaries.ts [leagues]
const leagues = Number(process.argv[2] ?? 400)

for (const { name, words, bound } of strategies) {
  console.log(`${name} (bound ${bound}): ${words}`)
  for (const format of attackedFormats) {
    const harm = harmOf(name, format, leagues)
    if (harm === null) continue
    const { honest, gained, most } = harm
    console.log(`  ${formatTitle(format)}: ${honest.toFixed(2)} -> ${(honest - gained).toFixed(2)}, at most ${most}`)
  }
}
