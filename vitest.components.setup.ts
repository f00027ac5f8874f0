import { afterEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'

// The library does so by itself, but for the first alone of the files that share a page.
afterEach(cleanup)
