import { afterEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'

// The library does this by itself, but only for the first of the test files that share a page.
afterEach(cleanup)
