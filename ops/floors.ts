import { allFiles, climbing, fileCycles, heights, listImports, roomCycles, roomOf } from '#/test/imports.ts'

// Prints the rooms by height, and every import that climbs to a higher floor or closes a circle; test/house.test.ts fails on those.
const imports = await listImports()
const levels = heights(imports)
for (const [height, rooms] of [...levels.entries()].toReversed())
  console.log(`${String(height + 1).padStart(2)}  ${rooms.join('  ')}`)
for (const { from, to, typeOnly } of climbing(imports))
  console.log(`climbs: ${from} -> ${to}${typeOnly ? ' (type)' : ''}`)
for (const cycle of roomCycles(imports)) {
  console.log(`circle: ${cycle.join(', ')}`)
  for (const { from, to, typeOnly } of imports)
    if (!typeOnly && roomOf(from) !== roomOf(to) && cycle.includes(roomOf(from)) && cycle.includes(roomOf(to)))
      console.log(`  ${from} -> ${to}`)
}
for (const cycle of fileCycles(await listImports(await allFiles()))) console.log(`circle of files: ${cycle.join(', ')}`)
