import { expect, test } from 'vitest'
import { guessable, guessableSentence, type Guessable } from './guessable.ts'

const guessedFirst = {
  common: new Set(['password', 'password1', 'sunshine', 'baseball']),
  own: ['ada.moreno+work@example.com', 'Zoë Li', 'O’Brien'],
  local: [
    'Deuce',
    'Riverside Racquet Club',
    'South Bend',
    'Zürich',
    'tennis',
    'wimbledon',
    'welcome',
    'summer',
    'league',
  ],
}

test.each<[string, Guessable | null]>([
  ['password', 'common'],
  ['PassWord1', 'common'],
  ['p4ssw0rd', 'common'],
  ['P@$$w0rd!', 'common'],
  ['sunshine2026!', 'common'],
  ['1baseball1', 'common'],
  ['sunshine on old red clay', null],
  ['        ', 'row'],
  ['aaaaaaaa', 'row'],
  ['abababab', 'row'],
  ['password839201748392', null],
  ['aaaabbbbccccdddd', 'row'],
  ['abcdefgh', 'row'],
  ['hgfedcba', 'row'],
  ['12345678', 'row'],
  ['qwertyui', 'row'],
  ['QWERTZUI', 'row'],
  ['poiuytre', 'row'],
  ['abc123xyz', 'row'],
  ['asdfjkl;', null],
  ['ada.moreno+work@example.com', 'own'],
  ['ada.moreno', 'own'],
  ['Ada-Moreno-1', 'own'],
  ['m0ren0!!!', 'own'],
  ['MORENO2026', 'own'],
  ['Zoë-O’Brien', 'own'],
  ['Zoe12345', 'own'],
  ['2026-li!', 'own'],
  ['20262026li', null],
  ['zoe, a walk at dawn', null],
  ['Deuce2026!', 'local'],
  ['d3uc3-2026', 'local'],
  ['southbend', 'local'],
  ['South-Bend-1', 'local'],
  ['zurich2026', 'local'],
  ['riverside1', 'local'],
  ['Welcome123', 'local'],
  ['Summer2026', 'local'],
  ['Wimbledon1', 'local'],
  ['T3nn!s123', 'local'],
  ['TENNIS-league-1', 'local'],
  ['tennis-welcome', 'local'],
  ['moreno wimbledon', 'local'],
  ['deuce839201748392', null],
  ['a tennis ball in the rain', null],
  ['leaguered-mice-52', null],
  ['advantage-server', null],
  ['29384756', null],
  ['🎾🏆☀🥵🎾🏆☀🥵', null],
  ['hn4k-x7tm-pq2v', null],
])('“%s”: %s', (password, problem) => {
  expect(guessable(password, guessedFirst)).toBe(problem)
})

test('each problem is said in a sentence or two', () => {
  for (const sentence of Object.values(guessableSentence))
    expect(sentence).toMatch(/^This password .+ Please choose|^This is/)
})
