import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeHead, writeRows } from './csv.ts'
import { readTable } from './table.ts'
import { guessMapping, sourceOf } from './import-fields.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const windows = (text: string) => Uint8Array.from(text, (email) => email.charCodeAt(0))
const utf16 = (text: string) => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')])

test.each([
  ['comma', bytes('Name,E-mail\nZoë,z@example.com'), ',', 'UTF-8'],
  ['semicolon with commas within', bytes('Name;"E-mail, or none"\r\nZoë;z@example.com\r\n'), ';', 'UTF-8'],
  ['tab', bytes('Name\tE-mail\rZoë\tz@example.com'), '\t', 'UTF-8'],
  ['a mark at the beginning', bytes('\uFEFFName,E-mail\nZoë,z@example.com'), ',', 'UTF-8'],
  ['Windows-1252', windows('Name,E-mail\nZo\xEB,z@example.com'), ',', 'Windows-1252'],
  ['UTF-16', utf16('Name\tE-mail\r\nZoë\tz@example.com'), '\t', 'UTF-16'],
])('a sheet can be read whatever program saved it: %s', async (_, file, delimiter, encoding) => {
  expect(await readTable(file)).toMatchObject({
    headers: ['Name', expect.stringContaining('E-mail')],
    rows: [{ line: 2, cells: ['Zoë', 'z@example.com'] }],
    delimiter,
    encoding,
  })
})

const utf16be = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16())
const inBytesOf = (label: string) => {
  const byteOf = new Map(
    Array.from({ length: 256 }, (_, byte) => [new TextDecoder(label).decode(Uint8Array.of(byte)), byte]),
  )
  return (text: string) => Uint8Array.from(text, (character) => byteOf.get(character) ?? 63)
}
const macRoman = inBytesOf('macintosh')
const windows1252 = inBytesOf('windows-1252')

test.each([
  ['UTF-16 big-endian with a mark', utf16be('\uFEFFName\tE-mail\r\nZoë\tz@example.com'), 'UTF-16'],
  ['UTF-16 big-endian without a mark', utf16be('Name\tE-mail\r\nZoë\tz@example.com'), 'UTF-16'],
  [
    'UTF-16 little-endian without a mark',
    new Uint8Array(Buffer.from('Name\tE-mail\r\nZoë\tz@example.com', 'utf16le')),
    'UTF-16',
  ],
])('a sheet can be read whatever its bytes are: %s', async (_, file, encoding) => {
  expect(await readTable(file)).toMatchObject({
    headers: ['Name', 'E-mail'],
    rows: [{ cells: ['Zoë', 'z@example.com'] }],
    encoding,
    readings: [{}],
  })
})

const encodings = [
  ['Mac Roman', macRoman],
  ['Windows-1252', windows1252],
] as const
const sheetOf = (name: string) => `Name,E-mail\n${name},z@example.com`

/** Names with strange letters in the other encoding. */
const plain = 'Müller José Bär François Sørensen João Renée Åse Über MÜLLER Gonçalves'.split(' ')
/** Names that can be real in the other encoding: Jšrg, Zo‘, Nu–ez. */
const doubtful = 'Jörg Zoë Nuñez Martínez Núria O’Brien Élodie ANDRÉ Óscar Öberg Peña'.split(' ')

test.each([...plain, ...doubtful])('%s is among the readings of its bytes', async (name) => {
  for (const [encoding, encode] of encodings)
    expect((await readTable(encode(sheetOf(name)))).readings).toContainEqual({ encoding, text: sheetOf(name) })
})

test.each(plain)('%s is read in its encoding, without a question', async (name) => {
  for (const [encoding, encode] of encodings)
    expect(await readTable(encode(sheetOf(name)))).toMatchObject({ encoding, readings: [{}] })
})

test('UTF-8 that was encoded twice can be restored', async () => {
  const file = bytes('Name,E-mail\nMÃ¼ller,z@example.com')
  expect((await readTable(file)).readings.map(({ text }) => text.split(/[\n,]/)[2])).toEqual(['Müller', 'MÃ¼ller'])
  expect((await readTable(file, { encoding: 'UTF-8' })).rows[0]?.cells[0]).toBe('MÃ¼ller')
  expect((await readTable(file, { encoding: 'no such encoding' })).rows[0]?.cells[0]).toBe('Müller')
})

test('a row is identified by the line where it starts, despite quoted line breaks and blank lines', async () => {
  const { rows } = await readTable(bytes('a,b\n1,"two\nlines ""quoted"""\n\n , \n2,x\n'))
  expect(rows).toEqual([
    { line: 2, cells: ['1', 'two\nlines "quoted"'] },
    { line: 6, cells: ['2', 'x'] },
  ])
})

test.each([
  ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), /save it as .xlsx or CSV/],
  ['an open quotation mark', bytes('a,b\n1,"2\n3,4'), /quotation mark/],
  ['one cell of 9.9 MB', new Uint8Array(9_900_000).fill(120), /The row that reaches line 1 has more than 200,000/],
  ['five million columns', bytes('a,b\n' + 'a,'.repeat(5_000_000)), /The row that reaches line 2 has more/],
  ['a quotation mark that takes in all rows', bytes(`a,b\n1,"${'2\n3,4'.repeat(99_999)}`), /close a quotation mark/],
  ['only a header', bytes('a,b\n'), /no rows/],
  ['nothing', bytes('\n\n'), /not a table/],
])('%s is refused with a sentence', async (_, file, sentence) => {
  await expect(readTable(file)).rejects.toMatchObject({
    code: 'invalid',
    fields: { file: expect.stringMatching(sentence) },
  })
})

test.each([
  [
    'a row',
    `a,b\n1,"two\nlines"\n2,${'x'.repeat(2_001)}\n`,
    'The cell in line 4, column 2, has more than 2,000 characters',
  ],
  [
    'the first line',
    `a,b,${'x'.repeat(2_001)}\n1,2,3\n`,
    'The cell in line 1, column 3, has more than 2,000 characters',
  ],
])('an unstorable cell is refused by its position, and not shown: in %s', async (_, text, sentence) => {
  const refused = await readTable(bytes(text)).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'invalid', fields: { file: expect.stringContaining(sentence) } })
  expect(JSON.stringify(refused)).not.toContain('xxx')
})

test.each([
  '=1+1',
  '+1 574 555 0100',
  '-2',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\nx',
  '＝1',
  "'=1",
  "''+1",
  '=HYPERLINK("http://x","y")',
])('the cell %j is harmless in a spreadsheet, and is read back unchanged', async (cell) => {
  const text = writeRows([['head'], [cell]])
  expect(text.split('\r\n')[1]).toMatch(/^"?'/)
  expect((await readTable(bytes(text))).rows[0]?.cells).toEqual([cell.trim()])
})

test.each(["O'Neil", "'s-Hertogenbosch", 'a=b', '3-6', '', 'a "quoted", cell'])(
  'the cell %j is written unchanged',
  async (cell) => {
    const text = writeHead(['x', 'y']) + writeRows([[cell, 'y']])
    expect(text.startsWith('\uFEFFx,y\r\n')).toBe(true)
    expect((await readTable(bytes(text))).rows[0]?.cells[0]).toBe(cell)
  },
)

test.each([
  ['Ada;=1+1', '"Ada;=1+1"'],
  ['Ada\t=1+1', '"Ada\t=1+1"'],
])('a cell is not split in two by a spreadsheet with another locale: %j', (cell, written) => {
  expect(writeRows([[cell, 'x']])).toBe(`${written},x\r\n`)
})

test('any table is read back unchanged', { tags: 'slow' }, async () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\0', '').trim())
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), async (rows) => {
      const filled = rows.map(([one, two]) => [`x${one}`, two])
      const table = await readTable(bytes(writeHead(['one', 'two']) + writeRows(filled)))
      expect(table.rows.map(({ cells }) => cells)).toEqual(filled.map((row) => row.map((each) => each.trim())))
    }),
    { numRuns: 60 },
  )
})

test('columns are found by header in any order and case, and no column is used for two fields', () => {
  expect(guessMapping('players', ['Sex', 'LAST NAME', 'City', 'First_Name', 'E-Mail', 'NTRP'])).toEqual({
    email: 4,
    first_name: 3,
    last_name: 1,
    name: null,
    phone: null,
    level: 5,
    gender: 0,
    area: 2,
    year_of_birth: null,
    one_name: null,
  })
  const words = ['Email 1', 'Mobile number', 'Grade', 'Suburb', 'Date of birth', 'Player']
  const guessed = { email: 0, phone: 1, level: 2, area: 3, year_of_birth: null, name: 5 }
  expect(guessMapping('players', words)).toMatchObject(guessed)
  expect(guessMapping('players', words, true)).toMatchObject({ ...guessed, year_of_birth: 4 })
  expect(guessMapping('players', ['Phone 1', 'Mobile', 'Born', 'DOB'], true)).toMatchObject({
    phone: 1,
    year_of_birth: 2,
  })
  expect(guessMapping('entries', ['Player 1', 'Player 2'])).toMatchObject({ email: 0, partner_email: 1 })
  expect(guessMapping('results', ['Player 1', 'Player 2', 'Score'])).toMatchObject({ one: 0, two: 1, score: 2 })
  expect(guessMapping('results', ['Home', 'Away', 'Score'])).toMatchObject({ one: 0, two: 1, winner: null })
  expect(guessMapping('results', ['Winner', 'Winner e-mail', 'Loser'])).toMatchObject({
    winner: 1,
    opponent: 2,
    score: null,
  })
})

test('exports of TeamSnap and LeagueApps are known by their headings, and their city is that of an address', () => {
  const leagueApps = 'First Name,Last Name,Email,Mobile Phone,Gender,Birth Date,City,Registration Status,Payment Status'
  expect(sourceOf(leagueApps.split(','))).toBe('LeagueApps')
  expect(guessMapping('players', leagueApps.split(','))).toMatchObject({
    first_name: 0,
    email: 2,
    phone: 3,
    area: null,
  })
  const teamSnap = ['First', 'Last', 'Email 1', 'Phone 1', 'Gender', 'City']
  expect(sourceOf(teamSnap)).toBe('TeamSnap')
  expect(guessMapping('players', teamSnap)).toMatchObject({ email: 2, phone: 3, gender: 4, area: null })
  expect(sourceOf(['Name', 'Email', 'City'])).toBe(null)
  expect(guessMapping('players', ['Name', 'Player’s e-mail (required)', 'Email label', 'City'])).toMatchObject({
    email: 1,
    area: 3,
  })
})
