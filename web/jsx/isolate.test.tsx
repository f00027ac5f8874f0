import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'

const [dana, avi] = ['דנה לוי', 'אבי כהן']

/** The pieces of text from left to right, as the browser draws them. */
function drawn(root: Element, pieces: readonly string[]): string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  while (walker.nextNode()) nodes.push(walker.currentNode as Text)
  const leftOf = (piece: string) => {
    const node = nodes.find(({ data }) => data.includes(piece))
    const range = document.createRange()
    range.setStart(node ?? root, node?.data.indexOf(piece) ?? 0)
    range.setEnd(node ?? root, (node?.data.indexOf(piece) ?? 0) + piece.length)
    return range.getBoundingClientRect().left
  }
  return pieces.toSorted((a, b) => leftOf(a) - leftOf(b))
}

test.each([
  [`${dana} & ${avi}`, [dana, '&', avi]],
  [`You beat ${dana} 6-4`, ['You beat', dana, '6-4']],
  [`With ${dana}, ${avi} and Ann`, ['With', dana, avi, 'and Ann']],
])(
  'the names and figures of %j are drawn in their order, which the browser alone would not do',
  async (text, pieces) => {
    const { container } = await render(<p>{text}</p>)
    expect(container.textContent).toBe(text)
    expect(drawn(container, pieces)).toEqual(pieces)
    const plain = document.createElement('p')
    plain.textContent = text
    container.append(plain)
    expect(drawn(plain, pieces)).not.toEqual(pieces)
  },
)

test('a score in another element beside a name stays on its side', async () => {
  const { container } = await render(
    <p>
      <strong>{dana}</strong>, 4.5
    </p>,
  )
  expect(drawn(container, [dana, '4.5'])).toEqual([dana, '4.5'])
})

test('a name is one item of a flex container, also within a sentence and in a list', async () => {
  const { container } = await render(
    <div className="flex">
      {`You play ${dana} today`}
      {[dana, avi]}
    </div>,
  )
  expect(container.firstElementChild?.children).toHaveLength(3)
  expect(container.textContent).toBe(`You play ${dana} today${dana}${avi}`)
})

test('text with its own direction, and text in one script, stays as it is', async () => {
  const { container } = await render(
    <>
      <p dir="auto">{`${dana}, Ann`}</p>
      <p>Ann & Zoé 6-4</p>
    </>,
  )
  expect(container.querySelectorAll('bdi, span')).toHaveLength(0)
})
