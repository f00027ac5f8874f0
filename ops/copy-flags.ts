import { readFile, mkdir, writeFile } from 'node:fs/promises'
import { countries } from '#/web/ui/countries.ts'

// Copies the flags of the dial-code list to files, so that only visible ones load. They come in one data file, round
// and 512 units wide; some are aliases.
type Flags = { icons: Record<string, { body: string }>; aliases: Record<string, { parent: string }> }

const source = new URL('../node_modules/@iconify-json/circle-flags/icons.json', import.meta.url)
const folder = new URL('../web/public/flags/', import.meta.url)
const { icons, aliases }: Flags = JSON.parse(await readFile(source, 'utf8'))
await mkdir(folder, { recursive: true })
await Promise.all(
  countries.map(({ code }) => {
    const name = code.toLowerCase()
    const flag = icons[name] ?? icons[aliases[name]?.parent ?? '']
    if (!flag) throw new Error(`There is no flag of ${code}.`)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${flag.body}</svg>\n`
    return writeFile(new URL(`${code}.svg`, folder), svg)
  }),
)
