import type { AreaSlug } from '#/contract/areas.ts'
import type { DoublesLevel, Gender } from '#/contract/choices.ts'
import { chanceOf } from './chance.ts'

/** A person of the demo league. `strength` is hidden; half a level is worth 1. */
export type Person = {
  email: string
  first_name: string
  last_name: string
  phone: string
  gender: Gender
  area: AreaSlug
  singles_level: string
  strength: number
}

/** Players of one area, gender and level: the possible entrants of a singles league. */
export type Pool = { area: AreaSlug; gender: Gender; level: string; people: Person[] }

/** The sign-in printed at the start. */
export const demoPlayer = { email: 'player@deuce.example', first_name: 'Nora', last_name: 'Whitfield' }
export const demoOrganizer = { email: 'organizer@deuce.example', first_name: 'Walter', last_name: 'Brandt' }

const sizes: [AreaSlug, Gender, [string, number][]][] = [
  [
    'south-bend',
    'Female',
    [
      ['3.0', 5],
      ['3.5', 9],
      ['4.0', 6],
    ],
  ],
  [
    'south-bend',
    'Male',
    [
      ['3.5', 7],
      ['4.0', 7],
      ['4.5', 6],
    ],
  ],
  [
    'indianapolis',
    'Female',
    [
      ['3.0', 7],
      ['3.5', 7],
      ['4.0', 6],
    ],
  ],
  [
    'indianapolis',
    'Male',
    [
      ['3.0', 6],
      ['3.5', 8],
      ['4.0', 6],
    ],
  ],
  [
    'dc',
    'Female',
    [
      ['3.5', 8],
      ['4.0', 7],
      ['4.5', 5],
    ],
  ],
  [
    'dc',
    'Male',
    [
      ['3.5', 6],
      ['4.0', 8],
      ['4.5', 6],
    ],
  ],
]
const areaCodes: Record<AreaSlug, string> = { 'south-bend': '574', indianapolis: '317', dc: '202' }

/**
 * The 120 players in their pools, the same at every call. Phone numbers are from the range reserved for fiction
 * (555-01xx).
 */
export function makePools(): Pool[] {
  const chance = chanceOf('people')
  const take = (names: string) => {
    const left = names.trim().split(/\s+/)
    return () => left.splice(chance.below(left.length), 1)[0] ?? ''
  }
  const firstNames = { Female: take(women), Male: take(men) }
  const lastName = take(lastNames)
  const inArea = new Map<AreaSlug, number>()

  return sizes.flatMap(([area, gender, levels]) =>
    levels.map(([level, size]) => {
      const people = Array.from({ length: size }, (_, seat): Person => {
        const number = inArea.get(area) ?? 0
        inArea.set(area, number + 1)
        const name = { first_name: firstNames[gender](), last_name: lastName() }
        const isDemo = area === 'south-bend' && gender === 'Female' && level === '3.5' && seat === 0
        return {
          email: `${name.first_name}.${name.last_name}@deuce.example`.toLowerCase(),
          ...name,
          phone: `+1 ${areaCodes[area]} 555 ${String(100 + number).padStart(4, '0')}`,
          gender,
          area,
          singles_level: level,
          strength: Number(level) * 2 + chance.next() * 1.6,
          ...(isDemo && { ...demoPlayer, strength: Number(level) * 2 + 1.8 }),
        }
      })
      return { area, gender, level, people }
    }),
  )
}

type Pair = readonly [Person, Person]
export type DoublesField = {
  division: string
  area: AreaSlug
  level: DoublesLevel
  seasons: readonly string[]
  pairs: Pair[]
}

/** The doubles leagues, their pairs, and the seasons (by slug) in which they are played. */
export function makeDoubles(pools: readonly Pool[]): DoublesField[] {
  // The demo player's pool comes first, so that she is in the first pair.
  const field = (area: AreaSlug, gender: Gender) =>
    pools
      .filter((pool) => pool.area === area && pool.gender === gender && pool.level !== '3.0')
      .flatMap(({ people }) => people)
  const neighbors = (people: Person[]) =>
    zip(
      people.filter((_, seat) => seat % 2 === 0),
      people.filter((_, seat) => seat % 2 === 1),
    )
  return [
    {
      division: 'womens-doubles',
      area: 'south-bend',
      level: 'Women',
      seasons: ['summer-1', 'summer-2'],
      pairs: neighbors(field('south-bend', 'Female')),
    },
    {
      division: 'mens-doubles',
      area: 'indianapolis',
      level: 'Men',
      seasons: ['summer-1', 'fall'],
      pairs: neighbors(field('indianapolis', 'Male')),
    },
    {
      division: 'mixed-doubles',
      area: 'dc',
      level: 'Mix',
      seasons: ['summer-2', 'fall', 'winter'],
      pairs: zip(field('dc', 'Female'), field('dc', 'Male')),
    },
  ]
}

/** The first five pairs. */
function zip(ones: Person[], twos: Person[]): Pair[] {
  return ones.slice(0, 5).flatMap((one, seat) => {
    const two = twos[seat]
    return two ? [[one, two] as const] : []
  })
}

const women = `Abigail Adriana Alice Amara Anita Beatriz Bridget Camille Carmen Cecilia Claire Dana Deborah Diana Elena Elise Esther Fatima
Fiona Gabriela Grace Hannah Heather Imani Ingrid Irene Jasmine Joanna Julia Karen Keiko Laila Laura Leah Lillian Lucia Mallory Margaret Marisol
Meera Mei Melissa Monica Naomi Nicole Olivia Patricia Paula Priya Rachel Rebecca Rosa Ruth Sabrina Sofia Stella Tamika Teresa Valerie Vivian Yara Zoe`

const men = `Aaron Adrian Ahmed Alan Andre Anthony Benjamin Brian Calvin Carlos Cedric Charles Curtis Daniel Darius David Derek Diego Dominic Edward
Elliott Emeka Eric Felix Francis Gavin George Gregory Hassan Hector Henry Hugo Ian Isaac Ivan Jamal Javier Jerome Joel Jonah Kenji Kevin Kwame Lamar
Leo Louis Malik Marcus Mateo Miles Nathan Neil Omar Oscar Patrick Paul Rafael Raj Samuel Simon Theo Victor Wei Xavier`

const lastNames = `Abara Acosta Adler Ahn Alvarez Archer Bailey Banerjee Barlow Baxter Becker Bellamy Benitez Bishop Bontrager Boyd Brennan Brooks
Calloway Cardenas Carver Castillo Chandler Chen Chowdhury Coleman Conrad Cortez Crane Dalton Das Delgado Dempsey Diallo Donovan Drake Duarte Easton
Ellison Emerson Eriksen Espinoza Fairbanks Farrell Ferrara Fischer Fleming Fonseca Foster Fujita Gallagher Garner Gibbs Goldberg Gomez Grady Griffin
Gupta Haddad Hale Hamilton Harmon Hayes Hendricks Hoang Holloway Hughes Ibarra Ito Jamison Jensen Kaplan Keating Kessler Khan Kim Klein Kowalski
Lambert Larsen Leclerc Lindgren Lopez Maddox Malone Marsh Mbeki McCabe Mendez Mercer Moreau Moss Nakamura Navarro Nguyen Nolan Novak Obi Ochoa
Okafor Ortega Osborne Park Patel Pereira Pham Pollard Quinn Ramsey Reyes Rhodes Rivera Rossi Sandoval Santos Sawyer Schmidt Serrano Shah Sharp
Silva Sinclair Sorensen Stein Sutton Tanaka Thornton Torres Tran Vance Vargas Vega Walsh Wallace Weaver Whitaker Winters Wong Yoder Zhang Zimmer`
