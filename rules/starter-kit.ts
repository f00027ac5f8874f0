import { starterLevels } from './starter-levels.ts'
import { usFlexAreas } from './starter-areas.ts'

/** Areas and divisions to start an installation with. Prices are in the currency's main unit. */
export type StarterKit = {
  areas: readonly { slug: string; name: string; time_zone: string }[]
  divisions: readonly {
    slug: string
    name: string
    kind: 'singles' | 'doubles'
    level: string | null
    gender: 'Male' | 'Female' | null
    is_mixed?: true
    price: number
  }[]
}

/** The leagues of the specification: three areas, thirteen divisions (docs/product.md, "Purpose"). */
export const usFlexKit: StarterKit = {
  areas: usFlexAreas,
  divisions: [
    ...singles('mens', "Men's", 'Male'),
    ...singles('womens', "Women's", 'Female'),
    { slug: 'womens-doubles', name: "Women's Doubles", kind: 'doubles', level: null, gender: 'Female', price: 49 },
    { slug: 'mens-doubles', name: "Men's Doubles", kind: 'doubles', level: null, gender: 'Male', price: 49 },
    {
      slug: 'mixed-doubles',
      name: 'Mixed Doubles',
      kind: 'doubles',
      level: null,
      gender: null,
      is_mixed: true,
      price: 49,
    },
  ],
}

function singles(slug: string, title: string, gender: 'Male' | 'Female'): StarterKit['divisions'] {
  return starterLevels.map(({ key, name }) => ({
    slug: `${slug}-singles-${key.replace('.', '-')}`,
    name: `${title} Singles ${name}`,
    kind: 'singles' as const,
    level: key,
    gender,
    price: 39,
  }))
}
