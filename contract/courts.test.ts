import { expect, test } from 'vitest'
import { courtOfSlug } from './courts.ts'

test.each([
  ['womens-singles-3-5', 'womens-singles-3-5'],
  ['fall', 'fall'],
  ['ladies-35', 'womens-singles-3-5'],
  ['singles-4.0-tuesdays', 'mens-singles-4-0'],
  ['mixed-doubles-6', 'mixed-doubles'],
  ['womens-doubles-evening', 'womens-doubles'],
  ['doubles', 'mens-doubles'],
  // No picture shows this level on its court.
  ['mens-singles-5-5', 'plain-mens-2'],
  ['juniors', 'plain-mens-2'],
  ['Juniors-Women', 'plain-womens-0'],
])('the division %s has the picture %s', (slug, picture) => {
  expect(courtOfSlug(slug)).toBe(picture)
})
