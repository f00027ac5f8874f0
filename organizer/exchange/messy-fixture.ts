import type { SheetData } from 'write-excel-file/node'
import writeXlsxFile from 'write-excel-file/node'

/** A file as a club has it, and what an organizer chooses on the page so that it goes in completely. */
export type MessyFile = { name: string; bytes: Uint8Array<ArrayBuffer> }

const text = (value: string): MessyFile['bytes'] => new TextEncoder().encode(value)
const utf16 = (value: string) => new Uint8Array([0xff, 0xfe, ...Buffer.from(value, 'utf16le')])

async function workbook(rows: readonly (readonly (string | number | Date | null)[])[]): Promise<MessyFile['bytes']> {
  const data: SheetData = rows.map((row) =>
    row.map((value) =>
      value instanceof Date ? { value, type: Date, format: 'd/mm/yyyy' } : value === null ? null : { value },
    ),
  )
  return new Uint8Array(await writeXlsxFile(data).toBuffer())
}

const at = (day: string) => new Date(`${day}T00:00:00Z`)

const surnames = ['Abbott', "O'Brien", 'Chén', 'Dévereux', 'Ekström', 'Fischer-Vogel', 'Gómez', 'Haddad']
/** Eight people of one file. Each file has different ones. */
export const people = (letter: string) =>
  surnames.map((last, index) => ({
    first: `${letter}${['na', 'ea', 'ia', 'ora', 'lsa', 'reya', 'ina', 'ana'][index]}`,
    last,
    email: `${letter.toLowerCase()}${index}@messy.example`,
    phone: `(574) 555-01${20 + index}`,
  }))
type Person = ReturnType<typeof people>[number]
const full = ({ first, last }: Person) => `${first} ${last}`
const inverted = ({ first, last }: Person) => `${last}, ${first}`

/** 1: a workbook with a title, "Last, First", days as cells and a row of totals. */
export const clubWorkbook = () =>
  workbook([
    ['Richmond Tennis Club, members 2026', null, null, null, null, null],
    ['Printed', at('2026-07-01'), null, null, null, null],
    [null, null, null, null, null, null],
    ['Player name', 'E-mail address', 'Mobile number', 'Date of birth', 'NTRP', 'Sex'],
    ...people('A').map((one, index) => [
      inverted(one),
      one.email,
      one.phone,
      at(`198${index}-03-0${index + 1}`),
      3.5,
      'F',
    ]),
    ['Total', null, null, null, 8, null],
  ])

/** 2: semicolons, a mark, CRLF; a grade, blanks, and a player without an email. */
export const gradeList = () =>
  text(
    `\uFEFF${[
      'Given name;Surname;Email 1;Phone;Level;M/F;Area',
      ...people('B').map(({ first, last, email, phone }, index) =>
        [
          first,
          last,
          index === 3 ? 'n/a' : email,
          index === 4 ? '' : phone,
          index === 5 ? '' : index === 2 ? 'B Grade' : '3.5',
          'w',
          index === 5 ? '' : index === 6 ? 'Indy' : 'SOUTH BEND ',
        ].join(';'),
      ),
    ].join('\r\n')}\r\n`,
  )

/** 3: UTF-16 with tabs, and headings that no other file has. */
export const suburbList = () =>
  utf16(
    [
      ['Full name', 'Contact email', 'Mobile No.', 'Grade', 'Suburb', 'Gender'].join('\t'),
      ...people('C').map((one) =>
        [full(one), one.email.toUpperCase(), one.phone.replaceAll(/\D/g, ''), 'Grade 3.5', 'South Bend', 'female'].join(
          '\t',
        ),
      ),
    ].join('\r\n'),
  )

/** 8: an export in the form of TeamSnap's. */
export const teamSnap = () =>
  text(
    [
      'First,Last,Email 1,Email 1 Label,Phone 1,Phone 1 Label,Gender,Birthdate,Jersey Number,Position,Address,City,State,Zip',
      ...people('E').map(
        ({ first, last, email, phone }, index) =>
          `${first},${last},${email},Home,"${phone}",Cell,Female,,${index + 1},,"1 Main St, Apt ${index}",Ann Arbor,MI,48103`,
      ),
    ].join('\n'),
  )

/** 4: entries by name, the season with its year, a pair in one cell, a row of totals. */
export const entriesByName = () => {
  const [one, two, three, four, five, six] = people('A') as [Person, Person, Person, Person, Person, Person]
  return text(
    [
      'Club entries,,,',
      'League,Grade,City,Players',
      `Summer Smash 2025,Women's Singles 3.5,South Bend,${full(one)}`,
      `,,,"${inverted(two)}"`,
      `,,,${three.email}`,
      `,,,${full(four).toUpperCase()}`,
      `Summer Smash '25,Women's Doubles,South Bend,${full(one)} / ${full(two)}`,
      `,,,"${inverted(five)} & ${inverted(six)}"`,
      'Total,,,6',
    ].join('\r\n'),
  )
}

/** 5: results under a title, with "sep=", days and scores as people write them. */
export const resultsUnderTitle = () => {
  const [one, two, three, four] = people('A').map(full) as [string, string, string, string]
  return text(
    [
      'sep=;',
      'Results of the Summer Smash;;;;',
      '',
      'Played on;Winner;Loser;Score;Status',
      `3-Oct-25;${one};${two};6-4 3-6 1-0(7);`,
      `16 Oct 2025;${three};${four};7-6 (7-5) 6-2;`,
      `Tue 21/10/2025;${one};${three};6-2 2-1 def.;`,
      `45946;${two};${four};W/O;`,
      `3.11.2025;${one};${four};6/4 6/4;`,
      `4/11/25;${two};${three};"6-4; 4-6; 10-8";`,
    ].join('\n'),
  )
}

/** 6: results in a workbook, of people who are in no league yet. */
export const resultsWorkbook = () => {
  const [one, two, three] = people('C').map(full) as [string, string, string]
  return workbook([
    ['Season', 'Year', 'Division', 'City', 'Date', 'Winner', 'Opponent', 'Score'],
    ['Autumn Cup', 25, "Women's Singles 3.5", 'South Bend', at('2025-10-16'), one, two, '6-4 6-3'],
    ['Autumn Cup', 25, "Women's Singles 3.5", 'South Bend', at('2025-10-17'), three, one, '7-6(5), 6-4'],
    ['Autumn Cup', 25, "Women's Singles 3.5", 'South Bend', 45_950, two, three, '6-0 6-0'],
  ])
}

/** 7: one column a set, home and away, and nothing about the league or the day. */
export const roundRobin = () => {
  const [one, two, three, four] = people('C').map(full) as [string, string, string, string]
  return text(
    [
      'Round\tHome\tAway\tSet 1\tSet 2\tSet 3',
      `1\t${one}\t${two}\t6-4\t3-6\t10-7`,
      `1\t${three}\t${four}\t4-6\t4-6\t`,
      `2\t${one}\t${three}\t7-5\t6-1\t`,
      `2\t${two}\t${four}\t6-7(5)\t6-3\t[10-4]`,
    ].join('\n'),
  )
}

/** The trouble of each row of `messySet`, 36 kinds; the file itself has the rest. */
export const messySet = () => {
  const rows: string[][] = [
    ['Ada Moreno', 'ada@mess.example', '574 555 0100', '3.5', 'F', 'South Bend', '1984'],
    ['Moreno, Bea', 'bea@mess.example', '+1 574 555 0101', 'NTRP 3,5', 'female', 'south-bend', '01/02/1990'],
    ['  Cleo   Diaz ', 'CLEO@MESS.EXAMPLE', '(574) 555-0102', '4', 'Woman', 'SOUTH BEND', ''],
    ["Dot O'Brien", 'Dot <dot@mess.example>', 'tel:5745550103', '4.0', 'w', 'South Bend ', 'Mar 3, 1979'],
    ['Zoë Åkesson', 'mailto:zoe@mess.example', '574.555.0104', 'Level 3.0', 'WOMEN', 'Indy', ''],
    ['Eva "Evie" Fox', 'eva@mess.example', '', '3.5', 'F', 'South Bend', ''],
    ['Flo Gray', 'flo@mess.example', '574 555 0106', '', 'F', 'South Bend', ''],
    ['Gil Hart', 'gil@mess.example', '574 555 0107', '3.5', '', 'South Bend', ''],
    ['Hal Ives', 'hal@mess.example', '574 555 0108', '3.5', 'M', '', ''],
    ['Ida Jung', '', '574 555 0109', '3.5', 'F', 'South Bend', ''],
    ['Jo Kent', 'n/a', 'none', '-', '?', 'TBA', ''],
    ['Kit Lane', 'kit@mess.example', '574 555 0111', 'B', 'Ladies', 'Indianapolis', ''],
    ['Lou Müller-Ångström', 'lou@mess.example', '574-555-0112', '3.5', 'F', 'indianapolis', ''],
    ['Mia Nuñez', 'mia@mess.example', '574 555 0113', '3.5', 'F', 'Indy', ''],
    ['Ned Ødegård', 'ned@mess.example', '574 555 0114', '3.5', 'Men', 'DC', ''],
    ['Oda Pérez', 'oda+club@mess.example', '1-574-555-0115', '3.5', 'F', 'Washington', ''],
  ]
  const first = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  const others = first.map((letter, index) => [
    `${letter}my Quist`,
    `${letter.toLowerCase()}q@mess.example`,
    `574 555 02${String(index).padStart(2, '0')}`,
    '3.5',
    'F',
    'South Bend',
    '',
  ])
  const head = ['Participant', 'E-mail', 'Cell', 'Grade', 'Sex', 'Town', 'DOB', 'Paid', '']
  const quoted = (row: readonly string[]) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')
  return text(
    [
      '\uFEFFsep=;',
      'Summer league 2026;;;;;;;;',
      '"Printed on 3 July; page 1";;;;;;;;',
      ';;;;;;;;',
      quoted(head),
      ...rows.map((row) => quoted([...row, 'yes', ''])),
      quoted(head),
      ...others.map(quoted),
      // The same person twice, somebody with one name of two lines, and the sums.
      quoted(rows[0] ?? []),
      '"Pat\nRoe";pat@mess.example;574 555 0199;3.5;F;South Bend;;;',
      ';;;;;;;;',
      'Total;43;;;;;;$1,290;',
      'Total players: 43;;;;;;;;',
    ].join('\r\n'),
  )
}
