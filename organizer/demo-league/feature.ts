import type { OrganizerFeature } from '#/organizer/desk/tasks.ts'
import { playForward } from './play-forward.ts'

/** The server side of this folder, for app/features.ts. */
export const organizerDemoLeague = {
  tasks: {
    play_forward: playForward,
  },
} satisfies OrganizerFeature
