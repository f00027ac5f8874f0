import { expect, test } from 'vitest'
import { drawLogo } from './logo.ts'

/** Each level repeats the one below. */
function repeatedUses(shapes: number, uses: number, levels: number): Buffer {
  const groups = Array.from(
    { length: levels },
    (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(uses)}</g>`,
  )
  const first = `<g id="l0">${'<rect width="9" height="9"/>'.repeat(shapes)}</g>`
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${first}${groups.join('')}</svg>`)
}

test.each([
  ['ten thousand million parts', repeatedUses(1, 10, 10)],
  ['twelve million parts by 18 references', repeatedUses(16_000, 3, 6)],
])('a drawing of %s is stopped', async (_, svg) => {
  await expect(drawLogo(svg, 1_000)).rejects.toMatchObject({
    code: 'invalid',
    fields: { image: 'This drawing has too many parts. Please export it as PNG.' },
  })
})

test('a drawing that repeats its parts a few times is drawn', async () => {
  expect((await drawLogo(repeatedUses(3, 5, 2))).pictures).toHaveLength(4)
})
