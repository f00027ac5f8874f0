import { afterEach, expect, test } from 'vitest'
import { defaultOrganization, setOrganization } from './organization.ts'
import { fileNameOf, shortNameOf } from './organization-names.ts'

afterEach(() => setOrganization(defaultOrganization))

test.for<[name: string, short: string]>([
  ['Bayside Tennis', 'Bayside Tennis'],
  ['Twenty letters here.', 'Twenty letters here.'],
  ['Bayside Recreational Tennis League', 'Bayside Recreational'],
  ['Bayside Recreation and Tennis', 'Bayside Recreation'],
  ['Wagga Wagga and District Tennis', 'Wagga Wagga and'],
  ['Llanfairpwllgwyngyllgogerychwyrndrobwll', 'Llanfairpwllgwyngyll'],
  ['رابطة التنس الترفيهية للهواة', 'رابطة التنس'],
  ['🎾'.repeat(30), '🎾'.repeat(10)],
])('the short name of %s is %s', ([name, short]) => {
  expect(shortNameOf(name)).toBe(short)
  expect(shortNameOf(name).length).toBeLessThanOrEqual(20)
})

test.for<[short_name: string, file: string]>([
  ['Bayside', 'bayside-players.csv'],
  ['Café & Çourt No. 1', 'cafe-court-no-1-players.csv'],
  ['رابطة التنس', 'players.csv'],
  ['../..', 'players.csv'],
])('a file of %s is called %s', ([short_name, file]) => {
  setOrganization({ ...defaultOrganization, short_name })
  expect(fileNameOf('players.csv')).toBe(file)
})
