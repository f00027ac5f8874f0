import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { readTable } from './table.ts'
import { readWorkbook } from './workbook.ts'
import { zipOf } from './zip-fixture.ts'

const bytesOf = async (file: ReturnType<typeof writeXlsxFile>) => new Uint8Array(await file.toBuffer())

const day = (text: string) => ({ value: new Date(`${text}Z`), type: Date, format: 'dd/mm/yyyy' })

test('a workbook is read as it is shown: dates, times, numbers, texts and blanks', async () => {
  const file = await bytesOf(
    writeXlsxFile([
      [{ value: 'Name' }, { value: 'Born' }, { value: 'Level' }, { value: 'At' }],
      [{ value: "Zoë O'Brien & Co" }, day('1984-02-29T00:00:00'), { value: 3.5 }, day('2025-10-16T19:30:00')],
      [null, null, null, null],
      [{ value: ' Ada ' }, null, { value: 0.1 + 0.2 }, { value: true }],
    ]),
  )
  const { sheet } = await readWorkbook(file)
  expect(sheet.rows).toEqual([
    { line: 1, cells: ['Name', 'Born', 'Level', 'At'] },
    { line: 2, cells: ["Zoë O'Brien & Co", '1984-02-29', '3.5', '2025-10-16 19:30'] },
    { line: 4, cells: ['Ada', '', '0.3', 'TRUE'] },
  ])
})

const book = (
  sheets: readonly { name: string; state?: string; xml: string }[],
  parts: Parameters<typeof zipOf>[0] = {},
) =>
  zipOf({
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheets
      .map(({ name, state = 'visible' }, i) => `<sheet name="${name}" state="${state}" r:id="r${i}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
      .map((_, i) => `<Relationship Id="r${i}" Target="worksheets/sheet${i}.xml"/>`)
      .join('')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map(({ xml }, i) => [
        `xl/worksheets/sheet${i}.xml`,
        `<worksheet><sheetData>${xml}</sheetData></worksheet>`,
      ]),
    ),
    ...parts,
  })

const cell = (r: string, text: string) => `<c r="${r}" t="inlineStr"><is><t>${text}</t></is></c>`

test('the first sheet with values is read, a hidden one never, and another by its name', async () => {
  const file = book([
    { name: 'Hidden', state: 'hidden', xml: `<row r="1">${cell('A1', 'secret')}</row>` },
    { name: 'Empty', xml: '' },
    { name: 'Players', xml: `<row r="1">${cell('A1', 'Name')}</row>` },
    { name: 'Scores', xml: `<row r="3">${cell('B3', 'Score')}</row>` },
  ])
  expect(await readWorkbook(file)).toEqual({
    sheets: ['Empty', 'Players', 'Scores'],
    sheet: { name: 'Players', rows: [{ line: 1, cells: ['Name'] }] },
  })
  expect((await readWorkbook(file, 'Scores')).sheet.rows).toEqual([{ line: 3, cells: ['', 'Score'] }])
  expect((await readWorkbook(file, 'Hidden')).sheet.name).toBe('Players')
})

test('a formula is its value, an entity of the file is not expanded, and phonetic letters are not read', async () => {
  const row = `<row><c t="str"><f>A9&amp;"x"</f><v>=cmd|' /C calc'!A0</v></c><c><f>1+1</f><v>2</v></c><c t="s"><v>0</v></c><c t="s"><v>99</v></c></row>`
  const file = book([{ name: 'A', xml: row }], {
    'xl/sharedStrings.xml':
      '<sst><si><r><t>Sato</t></r><r><t xml:space="preserve"> Rei_x0041_</t></r><rPh><t>さとう</t></rPh></si></sst>',
  })
  expect((await readWorkbook(file)).sheet.rows).toEqual([{ line: 1, cells: ["=cmd|' /C calc'!A0", '2', 'Sato ReiA'] }])
  const laughs = zipOf({
    'xl/workbook.xml': '<!DOCTYPE w [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><workbook><sheets>&b;</sheets></workbook>',
  })
  await expect(readWorkbook(laughs)).rejects.toMatchObject({ code: 'invalid' })
})

const wide = `<row r="1">${cell('A1', 'Name')}${cell('XFD1', 'far')}</row>`
const styled = `<row r="1">${cell('A1', 'Name')}<c r="XFD1" s="0"/></row><row r="1048576">${cell('A1048576', 'Ada')}</row>`

test('a sheet with 16,000 columns or too much inside is refused, one that is only formatted is read', async () => {
  await expect(readWorkbook(book([{ name: 'A', xml: wide }]))).rejects.toMatchObject({
    fields: { file: expect.stringContaining('beyond column 100') },
  })
  expect((await readWorkbook(book([{ name: 'A', xml: styled }]))).sheet.rows).toHaveLength(2)
  const rows = `<row>${cell('A1', 'x')}</row>`.repeat(200_002)
  await expect(readWorkbook(book([{ name: 'A', xml: rows }]))).rejects.toMatchObject({
    fields: { file: expect.stringContaining('more than 200,000 rows') },
  })
})

/** A workbook whose texts claim to unpack to this many bytes. */
function claiming(size: number, texts: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(book([{ name: 'A', xml: '' }], { 'xl/sharedStrings.xml': texts }))
  bytes.writeUInt32LE(size, bytes.lastIndexOf('PK\x01\x02') + 24)
  return new Uint8Array(bytes)
}

test('a bomb is refused before it is unpacked, and one that lies about its size while it is', async () => {
  await expect(readWorkbook(claiming(300 * 1024 * 1024, '<sst/>'))).rejects.toMatchObject({
    fields: { file: expect.stringContaining('too large') },
  })
  await expect(readWorkbook(claiming(10, `<sst>${' '.repeat(1_000_000)}</sst>`))).rejects.toMatchObject({
    fields: { file: expect.stringContaining('damaged') },
  })
})

const compound = (name: string) =>
  new Uint8Array(
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(name, 'utf16le')]),
  )

test.each([
  ['a workbook with a password', compound('EncryptedPackage'), /has a password.*Remove it/],
  ['an old workbook', compound('Workbook'), /old Excel file \(\.xls\).*Save as/],
  ['a text document', zipOf({ 'word/document.xml': '<w/>' }), /not an Excel workbook/],
  ['a damaged workbook', book([{ name: 'A', xml: wide }]).subarray(0, 300), /damaged/],
  ['broken XML', book([{ name: 'A', xml: '<row><c>' }]), /damaged/],
])('%s is refused in words with the way on', async (_, file, sentence) => {
  await expect(readTable(file)).rejects.toMatchObject({ fields: { file: expect.stringMatching(sentence) } })
})
