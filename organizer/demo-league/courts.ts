import type { AreaSlug } from '#/contract/areas.ts'
import type { CourtValues } from '#/organizer/courts/contract.ts'
import type { Tx } from '#/server/db.ts'

type DemoCourt = Omit<CourtValues, 'area' | 'map_url'>

// Public parks. The numbers of courts and the lights are made up.
const courts: Record<AreaSlug, DemoCourt[]> = {
  'south-bend': [
    courtOf('Leeper Park', '907 N Lafayette Blvd, South Bend, IN 46601', [41.6869, -86.2497], 10, 'with lights'),
    courtOf('Potawatomi Park', '500 S Greenlawn Ave, South Bend, IN 46615', [41.6703, -86.2166], 4, 'no lights'),
    courtOf('LaSalle Park', '3419 W Washington St, South Bend, IN 46619', [41.6772, -86.296], 4, 'no lights'),
    courtOf('Rum Village Park', '2626 S Gertrude St, South Bend, IN 46614', [41.6447, -86.2744], 4, 'no lights'),
  ],
  indianapolis: [
    courtOf('Broad Ripple Park', '1426 Broad Ripple Ave, Indianapolis, IN 46220', [39.8687, -86.13], 6, 'with lights'),
    courtOf('Garfield Park', '2345 Pagoda Dr, Indianapolis, IN 46203', [39.7325, -86.1431], 8, 'with lights'),
    courtOf('Riverside Park', '2420 E Riverside Dr, Indianapolis, IN 46208', [39.7957, -86.1896], 6, 'no lights'),
    courtOf('Sahm Park', '6801 E 91st St, Indianapolis, IN 46250', [39.9152, -86.0494], 8, 'with lights'),
  ],
  dc: [
    courtOf('Rock Creek Park', '16th and Kennedy St NW, Washington, DC 20011', [38.9563, -77.0398], 15, 'with lights'),
    courtOf('Hains Point', '1090 Ohio Dr SW, Washington, DC 20024', [38.8706, -77.0279], 19, 'with lights'),
    courtOf('Turkey Thicket', '1100 Michigan Ave NE, Washington, DC 20017', [38.9376, -76.9925], 6, 'with lights'),
    courtOf('Langdon Park', '2901 20th St NE, Washington, DC 20018', [38.9259, -76.9744], 4, 'no lights'),
  ],
}

function courtOf(
  name: string,
  address: string,
  [latitude, longitude]: [number, number],
  court_count: number,
  lights: 'with lights' | 'no lights',
): DemoCourt {
  return { name, address, latitude, longitude, surface: 'Hard', court_count, has_lights: lights === 'with lights' }
}

/** The names of the courts of an area. */
export function courtsOf(area: AreaSlug): readonly string[] {
  return courts[area]?.map(({ name }) => name) ?? ['Riverside Park']
}

/** Adds the courts of the demo's areas. */
export async function insertCourts(tx: Tx, now: Date): Promise<void> {
  await tx
    .insertInto('courts')
    .values(
      Object.entries(courts).flatMap(([area, places]) => places.map((place) => ({ ...place, area, created_at: now }))),
    )
    .execute()
}
