/** The areas of the starter kit. Separate because every screen loads them. */
export const usFlexAreas = [
  { slug: 'south-bend', name: 'South Bend', time_zone: 'America/Indiana/Indianapolis' },
  { slug: 'indianapolis', name: 'Indianapolis', time_zone: 'America/Indiana/Indianapolis' },
  { slug: 'dc', name: 'DC', time_zone: 'America/New_York' },
] as const
