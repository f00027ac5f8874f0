/** Apostrophes of all keyboards, and the middle dot of Catalan. They are left out, so that O'Brien is OBrien. */
const leftOut = "'’‘‛ʼʻʹʾʿ′`´＇·"
const dashes = '-‐‑‒–—―−﹘﹣－'
/** Letters that Unicode does not decompose, in both cases. */
const letters: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'l',
  ø: 'o',
  Ø: 'o',
  đ: 'd',
  Đ: 'd',
  ð: 'd',
  Ð: 'd',
  ħ: 'h',
  Ħ: 'h',
  ŧ: 't',
  Ŧ: 't',
  ı: 'i',
  ß: 'ss',
  ẞ: 'ss',
  æ: 'ae',
  Æ: 'ae',
  œ: 'oe',
  Œ: 'oe',
  þ: 'th',
  Þ: 'th',
}

const replaced = new RegExp(`[${leftOut}${dashes.replace('-', '\\-')}]`, 'g')
const special = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')

/**
 * A name as it is searched and compared: without case, marks and apostrophes, with blanks for dashes. "José Nuñez",
 * "D’Arcy O'Brien" and "Łukasz Groß-Ørsted" are "jose nunez", "darcy obrien" and "lukasz gross orsted". The function
 * fold_name of the database does the same (migration 102).
 */
export function foldName(name: string): string {
  return name
    .replaceAll(replaced, (mark) => (leftOut.includes(mark) ? '' : ' '))
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(special, (letter) => letters[letter] ?? '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
}
