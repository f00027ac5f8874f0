// Plain JavaScript: it runs after "npm ci" in whatever Node.js ran npm.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Removes unused files from the installed packages (docs/decisions/093): source maps, and Node's headers.
const packages = join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules')

/** @param {string} folder */
function removeMaps(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) removeMaps(path)
    else if (entry.isFile() && /\.(js|mjs|cjs|ts|mts|cts|css)\.map$/.test(entry.name)) rmSync(path)
  }
}

if (existsSync(packages)) {
  for (const name of readdirSync(packages))
    if (/^node-(linux|darwin|win)-/.test(name))
      rmSync(join(packages, name, 'include'), { recursive: true, force: true })
  removeMaps(packages)
}
