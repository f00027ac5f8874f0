import { simulateSeparation } from '#/rules/simulation/separation.ts'

// How well each format tells players apart, for rules/formats/separation.ts: node bench/separation.ts
console.log(
  JSON.stringify(simulateSeparation(), null, 1).replaceAll(/\[[^[\]]*\]/g, (row) => row.replaceAll(/\s+/g, ' ')),
)
