import { readdir, writeFile } from 'node:fs/promises'

const name = process.argv[2]
if (!name || !/^[a-z0-9-]+$/.test(name)) {
  console.error('Usage: npm run db:new -- what-it-does')
  process.exit(1)
}
const folder = new URL('./migrations/', import.meta.url)
const last = (await readdir(folder)).toSorted().at(-1)?.slice(0, 3) ?? '000'
const file = `${String(Number(last) + 1).padStart(3, '0')}_${name}.sql`
await writeFile(new URL(file, folder), '', { flag: 'wx' })
console.log(`db/migrations/${file}: write it, then npm run db:migrate`)
