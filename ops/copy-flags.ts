import { mkdir, writeFile } from 'node:fs/promises'
import { countries } from '#/web/ui/countries.ts'
import { readIconSet } from './icon-data.ts'

// The flags of the dial-code list as files, so that only those in sight are loaded. The drawings are round and 512 units
// wide.
const folder = new URL('../web/public/flags/', import.meta.url)
const findFlag = readIconSet('circle-flags')
await mkdir(folder, { recursive: true })
await Promise.all(
  countries.map(({ code }) => {
    const flag = findFlag(code.toLowerCase())
    if (flag === undefined) throw new Error(`There is no flag of ${code}.`)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${flag}</svg>\n`
    return writeFile(new URL(`${code}.svg`, folder), svg)
  }),
)
