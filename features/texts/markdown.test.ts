import { expect, test } from 'vitest'
import { renderMarkdown } from './markdown.ts'

test('paragraphs, lists, tables and links are rendered, and headings begin below the page’s own', () => {
  expect(renderMarkdown('# Play\n\nBe **kind**.\n\n- one\n- two')).toBe(
    '<h2>Play</h2>\n<p>Be <strong>kind</strong>.</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>',
  )
  expect(renderMarkdown('[our site](https://club.example/a?b=1&c=2)')).toBe(
    '<p><a href="https://club.example/a?b=1&amp;c=2" rel="noopener nofollow">our site</a></p>',
  )
  expect(renderMarkdown('[rules](/rules), [mail](mailto:a@club.example)')).toBe(
    '<p><a href="/rules">rules</a>, <a href="mailto:a@club.example">mail</a></p>',
  )
  expect(renderMarkdown('| a | b |\n| - | - |\n| 1 | 2 |')).toContain('<th scope="col">a</th>')
})

test.each([
  ['a script', 'before <script>alert(1)</script> after'],
  ['a script without an end', '<script>alert(1)'],
  ['a script in pieces', '<scr<script>ipt>alert(1)</scr</script>ipt>'],
  ['an event', '<b onclick="alert(1)">x</b>'],
  ['a picture with an event', '<img src=x onerror=alert(1)>'],
  ['an SVG', '<svg onload=alert(1)><script>alert(1)</script></svg>'],
  ['a frame', '<iframe src="https://evil.example"></iframe>'],
  ['a form', '<form action="https://evil.example"><input name=password></form>'],
  ['a style', '<style>body{display:none}</style><p style="position:fixed">x</p>'],
  ['a link that runs', '[x](javascript:alert(1))'],
  ['a link that runs, in disguise', '[x](  JaVaScRiPt:alert(1))'],
  ['a link that runs, with entities', '[x](javascript&#58;alert&#40;1&#41;)'],
  ['a link that runs, with a line break', '<a href="java\nscript:alert(1)">x</a>'],
  ['a link that runs, as an autolink', '<javascript:alert(1)>'],
  ['a link that runs, by reference', '[x][y]\n\n[y]: javascript:alert(1)'],
  ['a VBScript link', '[x](vbscript:msgbox(1))'],
  ['a data link', '[x](data:text/html;base64,PHNjcmlwdD4=)'],
  ['a data picture', '![x](data:image/png;base64,iVBORw0KGgo=)'],
  ['a data picture with SVG', '![x](data:image/svg+xml;base64,PHN2Zz4=)'],
  ['a picture of another site, which would learn who reads', '![x](https://evil.example/pixel.png)'],
  ['an address without a scheme on another site', '[x](//evil.example)'],
  ['an attribute that ends early', '[x](https://a.example "\\" onmouseover=\\"alert(1)")'],
  ['a meta refresh', '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">'],
  ['a base', '<base href="https://evil.example/">'],
  ['a comment', '<!-- <script>alert(1)</script> -->'],
  ['an id that hides one of ours', '<p id="root" class="on-board">x</p>'],
])('%s leaves nothing that runs, loads or imitates the site', (_, text) => {
  const html = renderMarkdown(text)
  // Every tag and attribute that is left is an allowed one.
  const tags = [...html.matchAll(/<\/?([a-z0-9]+)((?:\s+[a-z]+="[^"]*")*)\s*\/?>/g)]
  expect(html.replaceAll(/<\/?[a-z0-9]+(?:\s+[a-z]+="[^"]*")*\s*\/?>/g, '')).not.toContain('<')
  for (const [, tag = '', attributes = ''] of tags) {
    expect(['a', 'b', 'p', 'h2', 'strong', 'em', 'code', 'pre']).toContain(tag)
    for (const [attribute] of attributes.matchAll(/[a-z]+="[^"]*"/g))
      expect(attribute).toMatch(/^(rel="noopener nofollow"|href="(https?:|mailto:|tel:|\/(?!\/)|#))/)
  }
})

test.each([
  ['opening brackets', '['.repeat(60_000)],
  ['quotes in quotes', '>'.repeat(60_000)],
  ['lists in lists', Array.from({ length: 2_000 }, (_, depth) => `${' '.repeat(depth % 400)}- x`).join('\n')],
  ['emphasis', '*a '.repeat(20_000)],
  ['tags', '<b>'.repeat(20_000)],
  ['links', '[a](b'.repeat(12_000)],
  ['backticks', Array.from({ length: 340 }, (_, count) => '`'.repeat(count)).join(' ')],
])('a huge text of %s is rendered in seconds', { tags: 'slow' }, (_, text) => {
  const begun = performance.now()
  renderMarkdown(text.slice(0, 60_000))
  expect(performance.now() - begun).toBeLessThan(5_000)
})
