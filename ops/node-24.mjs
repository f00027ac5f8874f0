// Plain, old JavaScript: it must run on the Node.js that it refuses.
import module from 'node:module'

// 24.14 is the first with `#/` in package.json "imports" (nodejs/node#60864).
const MAJOR = 24
const MINOR = 14

/** One line saying why this version of Node.js (like '20.20.2') cannot run Deuce, or null if it can. */
export function problem(version) {
  const parts = version.split('.').map(Number)
  if (parts[0] > MAJOR || (parts[0] === MAJOR && parts[1] >= MINOR)) return null
  return (
    'Deuce needs Node.js ' +
    MAJOR +
    '.' +
    MINOR +
    ' or newer, and this is ' +
    version +
    '. Run "npm ci" so that npm brings its own, or install it from nodejs.org.'
  )
}

const found = problem(process.versions.node)
if (found) {
  console.error(found)
  process.exit(1)
}

// Keeps stripped and compiled code for the next start.
module.enableCompileCache()
