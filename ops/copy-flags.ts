import { cp, mkdir } from 'node:fs/promises'
import { countries } from '#/web/ui/countries.ts'

// The flags of the dial-code list as files, so that only those in sight are loaded.
const source = new URL('../node_modules/country-flag-icons/3x2/', import.meta.url)
const folder = new URL('../web/public/flags/', import.meta.url)
await mkdir(folder, { recursive: true })
await Promise.all(countries.map(({ code }) => cp(new URL(`${code}.svg`, source), new URL(`${code}.svg`, folder))))
