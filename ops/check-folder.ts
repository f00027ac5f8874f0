import { join } from 'node:path'

// Vite, which builds the page, takes these characters as parts of a URL wherever they are in a path.
const root = join(import.meta.dirname, '..')
if (/[#?]/.test(root)) {
  console.error(`The page cannot be built in ${root}: the path has a # or a ?. Move the folder, or build it elsewhere.`)
  process.exit(1)
}
