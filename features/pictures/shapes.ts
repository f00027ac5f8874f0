import * as z from 'zod/mini'

const shapes = ['card', 'story'] as const
export type Shape = (typeof shapes)[number]

/** ?shape=: a picture for chats, or a tall one for a phone's whole screen. */
export const shapeQuery = z.object({ shape: z.optional(z.enum(shapes)) })
