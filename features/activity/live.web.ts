import type { Live } from '#/web/live.ts'
import type { Topic } from '#/contract/topics.ts'
import type { Activity } from './contract.ts'

/** Topics that change a player's activity: their leagues, their open matches, a payment, and their notifications. */
export const liveActivity: Live<Activity> = {
  topics: (shown) => [
    'notifications',
    ...new Set<Topic>([
      ...(shown?.standings ?? []).map(({ league_id }) => `league:${league_id}` as const),
      ...(shown?.waiting ?? []).flatMap(({ match, order_id }): Topic[] => [
        ...(match ? [`match:${match.id}` as const] : []),
        ...(order_id === null ? [] : [`order:${order_id}` as const]),
      ]),
      ...(shown?.playoff ? [`league:${shown.playoff.league_id}` as const] : []),
      ...(shown?.bracket ? [`league:${shown.bracket.league_id}` as const] : []),
      ...(shown?.next ? [`match:${shown.next.match.id}` as const] : []),
    ]),
  ],
  says: 'There is news in your leagues.',
}
