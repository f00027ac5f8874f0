import { formatNumber } from '#/contract/locale.ts'
import sax from 'sax'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { MAX_COLUMNS, MAX_ROWS, refuseFile, refuseLargeCell, type TableRow } from './rows.ts'

/** A sheet of an Excel workbook. `line` of a row: its number in Excel. */
type Sheet = { name: string; rows: TableRow[] }
/** `sheets`: the names of the sheets that are not hidden. */
type Workbook = { sheets: string[]; sheet: Sheet }

/** The most that the parts of a workbook may unpack to. 200,000 rows of ten cells need a third of it. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024
/** The longest text that Excel has in a cell. */
const MAX_CELL_TEXT = 32_767
const MAX_TEXT_CHARACTERS = 64 * 1024 * 1024
const MAX_ENTRIES = 10_000

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, index) => bytes[index] === byte)

/** Whether a file is a ZIP file, as each workbook (.xlsx) is. */
export function isZip(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])
}

/** Refuses an old workbook (.xls) and one with a password: both are compound files of Windows. */
export function refuseCompoundFile(bytes: Uint8Array): void {
  if (!startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return
  refuseFile(
    Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'))
      ? 'This workbook has a password. Remove it in Excel (File, Info, Protect Workbook) and upload the file again.'
      : 'This is an old Excel file (.xls). Open it in Excel, choose "Save as" and "Excel Workbook (.xlsx)", and upload that file.',
  )
}

/**
 * Reads a sheet of a workbook (.xlsx): the one of this name, otherwise the first that has values. Formulas are read as
 * the values that were saved with them, dates as yyyy-mm-dd. Nothing but the cells is unpacked, and never more than a
 * limit. Refuses 422 on `file`.
 */
export async function readWorkbook(bytes: Uint8Array, wanted?: string): Promise<Workbook> {
  try {
    const parts = await Parts.open(bytes)
    const sheets = (await parts.listSheets()).filter(({ isHidden }) => !isHidden)
    if (sheets.length === 0) refuseFile(NOT_A_WORKBOOK)
    const chosen = sheets.find(({ name }) => name === wanted)
    const [texts, dates] = [await parts.readTexts(), await parts.readDateStyles()]
    let sheet: Sheet = { name: '', rows: [] }
    for (const { name, path } of chosen ? [chosen] : sheets) {
      sheet = { name, rows: await parts.readRows(path, { texts, ...dates }) }
      if (sheet.rows.length > 0) break
    }
    return { sheets: sheets.map(({ name }) => name), sheet }
  } catch (error) {
    // Both readers throw plain errors with their own words about a damaged file.
    if (error instanceof Error && error.constructor === Error) refuseFile(NOT_A_WORKBOOK)
    throw error
  }
}

const TOO_LARGE = 'This workbook is too large to read. Please save the sheet as CSV.'

const NOT_A_WORKBOOK =
  'This is not an Excel workbook (.xlsx), or it is damaged. Open it in your spreadsheet, save it as .xlsx or CSV, and upload it again.'

type Attributes = Record<string, string>
type Handlers = {
  open?: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)

type CellTerms = { texts: readonly string[]; date_styles: ReadonlySet<number>; from_1904: boolean }

/** The files inside a workbook. */
class Parts {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  #unpacked = 0
  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  static async open(bytes: Uint8Array): Promise<Parts> {
    const zip = await yauzl.fromBufferPromise(Buffer.from(bytes))
    if (zip.entryCount > MAX_ENTRIES) refuseFile(NOT_A_WORKBOOK)
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    return new Parts(zip, entries)
  }

  /** Parses a file piece by piece, so that other requests run. Does nothing if there is none. */
  async #parse(path: string, { open, text, close }: Handlers): Promise<void> {
    const entry = this.#entries.get(path)
    if (!entry) return
    if (entry.uncompressedSize > MAX_UNPACKED_BYTES) refuseFile(TOO_LARGE)
    const parser = sax.parser(true)
    parser.onopentag = ({ name, attributes }) => open?.(withoutPrefix(name), attributes as Attributes)
    parser.ontext = (piece) => text?.(piece)
    parser.oncdata = (piece) => text?.(piece)
    parser.onclosetag = (name) => close?.(withoutPrefix(name))
    parser.onerror = (error) => {
      throw error
    }
    const stream = await this.#zip.openReadStreamPromise(entry)
    const decoder = new TextDecoder()
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      this.#unpacked += piece.length
      if (this.#unpacked > MAX_UNPACKED_BYTES) refuseFile(TOO_LARGE)
      parser.write(decoder.decode(piece, { stream: true }))
    }
    parser.close()
  }

  /** The targets of a file's relations, by id. */
  async #listTargets(path: string, folder: string): Promise<Map<string, string>> {
    const targets = new Map<string, string>()
    await this.#parse(path, {
      open: (name, { Id = '', Target = '' }) => {
        if (name === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : folder + Target)
      },
    })
    return targets
  }

  async listSheets(): Promise<{ name: string; path: string; isHidden: boolean }[]> {
    const targets = await this.#listTargets('xl/_rels/workbook.xml.rels', 'xl/')
    const sheets: { name: string; path: string; isHidden: boolean }[] = []
    await this.#parse('xl/workbook.xml', {
      open: (tag, { name = '', state = 'visible', ...ids }) => {
        const path = targets.get(ids['r:id'] ?? Object.entries(ids).find(([key]) => key.endsWith(':id'))?.[1] ?? '')
        if (tag === 'sheet' && path?.includes('worksheets/')) sheets.push({ name, path, isHidden: state !== 'visible' })
      },
    })
    return sheets
  }

  /** The texts that cells refer to by number. */
  async readTexts(): Promise<string[]> {
    const texts: string[] = []
    let [text, isText, isPhonetic, size] = ['', false, false, 0]
    await this.#parse('xl/sharedStrings.xml', {
      open: (name) => {
        if (name === 'si') text = ''
        if (name === 'rPh') isPhonetic = true
        isText = name === 't' && !isPhonetic
      },
      text: (piece) => {
        if (isText && text.length < MAX_CELL_TEXT) text += piece
      },
      close: (name) => {
        isText = false
        if (name === 'rPh') isPhonetic = false
        if (name !== 'si') return
        size += text.length
        if (size > MAX_TEXT_CHARACTERS) refuseFile(TOO_LARGE)
        texts.push(unescape(text))
      },
    })
    return texts
  }

  /** The styles by which a number is a date, and whether its days are counted from 1904. */
  async readDateStyles(): Promise<Pick<CellTerms, 'date_styles' | 'from_1904'>> {
    const date_formats = new Set<number>()
    const date_styles = new Set<number>()
    let [isCellStyle, style, from_1904] = [false, 0, false]
    await this.#parse('xl/styles.xml', {
      open: (name, { numFmtId = '0', formatCode = '' }) => {
        if (name === 'numFmt' && isDateFormat(formatCode)) date_formats.add(Number(numFmtId))
        if (name === 'cellXfs') isCellStyle = true
        if (name !== 'xf' || !isCellStyle) return
        if (isOwnDateFormat(Number(numFmtId)) || date_formats.has(Number(numFmtId))) date_styles.add(style)
        style += 1
      },
      close: (name) => {
        if (name === 'cellXfs') isCellStyle = false
      },
    })
    await this.#parse('xl/workbook.xml', {
      open: (name, { date1904 = '' }) => {
        if (name === 'workbookPr' && ['1', 'true'].includes(date1904)) from_1904 = true
      },
    })
    return { date_styles, from_1904 }
  }

  /** The rows of a sheet that have values. Refuses more rows or columns than a table may have. */
  async readRows(path: string, terms: CellTerms): Promise<TableRow[]> {
    const rows: TableRow[] = []
    let [line, column, type, style, value, isValue] = [0, 0, 'n', 0, '', false]
    let cells: string[] = []
    await this.#parse(path, {
      open: (name, { r = '', t = 'n', s = '0' }) => {
        if (name === 'row') {
          line = Number(r) || line + 1
          column = 0
          cells = []
        } else if (name === 'c') {
          column = columnOf(r) ?? column + 1
          type = t
          style = Number(s)
          value = ''
        } else isValue = name === 'v' || name === 't'
      },
      text: (piece) => {
        if (isValue && value.length < MAX_CELL_TEXT) value += piece
      },
      close: (name) => {
        isValue = false
        if (name === 'c') {
          const text = textOf(value, type, style, terms).trim()
          if (text === '') return
          if (column > MAX_COLUMNS)
            refuseFile(
              `The sheet has values beyond column ${MAX_COLUMNS}. Please delete the columns that are not needed.`,
            )
          while (cells.length < column) cells.push('')
          cells[column - 1] = text
        } else if (name === 'row' && cells.length > 0) {
          refuseLargeCell(cells, line)
          rows.push({ line, cells })
          if (rows.length > MAX_ROWS + 1)
            refuseFile(`There are more than ${formatNumber(MAX_ROWS)} rows. Please split the file.`)
        }
      },
    })
    return rows
  }
}

/** The number of a cell's column, from 1: 28 of 'AB12'. Undefined without a reference. */
function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  return letters === undefined
    ? undefined
    : letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}

function textOf(value: string, type: string, style: number, terms: CellTerms): string {
  if (type === 's') return terms.texts[Number(value)] ?? ''
  if (type === 'b') return value === '' ? '' : value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return value.replace(/T00:00:00(?:\.0+)?Z?$/, '')
  if (type !== 'n') return unescape(value)
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) return value
  // A sum of tenths is stored with its rounding error.
  return terms.date_styles.has(style) ? formatSerial(number, terms.from_1904) : String(Number(number.toPrecision(15)))
}

/** A letter that XML does not have, as a workbook writes it: '_x000D_'. */
function unescape(text: string): string {
  return text.replaceAll(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Built-in formats of dates and times (ECMA-376, 18.8.30). */
function isOwnDateFormat(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
}

function isDateFormat(code: string): boolean {
  const [first = ''] = code.split(';')
  return /[dmyhs]/i.test(
    first.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').replaceAll(/general|e[+-]/gi, ''),
  )
}

const DAY_MS = 86_400_000

/** A day and time that a workbook counts in days: '2025-10-16', '2025-10-16 19:30', '19:30'. */
function formatSerial(serial: number, from_1904: boolean): string {
  if (serial < 0 || serial > 2_958_466) return String(serial)
  const epoch = from_1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  const [day = '', time = ''] = new Date(epoch + Math.round((serial * DAY_MS) / 60_000) * 60_000)
    .toISOString()
    .split('T')
  const hours = time.slice(0, 5)
  if (serial < 1) return hours
  return hours === '00:00' ? day : `${day} ${hours}`
}
