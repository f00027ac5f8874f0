import { expect, test } from 'vitest'
import { foldName } from './name-fold.ts'

test.each([
  ['José Nuñez', 'jose nunez'],
  ['Jose\u0301 Nun\u0303ez', 'jose nunez'],
  ["D'Arcy O'Brien", 'darcy obrien'],
  ['D’Arcy O´Brien', 'darcy obrien'],
  ['Anne-Marie', 'anne marie'],
  ['Anne–Marie', 'anne marie'],
  ['Łukasz Groß-Ørsted', 'lukasz gross orsted'],
  ['Æsa Þórsdóttir', 'aesa thorsdottir'],
  ['İpek Işık', 'ipek isik'],
  ['NGUYỄN', 'nguyen'],
  ['Σοφία Παππάς', 'σοφια παππασ'],
  ['Ёлкина', 'елкина'],
  ['李娜', '李娜'],
  ['Ａｄａ', 'ada'],
])('%s is compared as %s', (name, folded) => {
  expect(foldName(name)).toBe(folded)
})
