import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { MOST_TOPICS, type Topic } from '#/contract/topics.ts'

const sentence = 'Please name what to watch, like match:481,league:12,notifications.'

function isTopic(text: string): text is Topic {
  return (
    text === 'notifications' ||
    /^(match|league|live|live-league|task):[1-9]\d{0,8}$/.test(text) ||
    /^order:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text) ||
    /^(area|desk):[a-z\d-]{1,60}$/.test(text)
  )
}

const topicList = z.pipe(
  z.string().check(
    z.maxLength(4_000, sentence),
    z.refine((text) => text.split(',').every(isTopic), sentence),
  ),
  z.transform((text) => [...new Set(text.split(','))].filter(isTopic)),
)

export const watchChanges = endpoint({
  method: 'GET',
  path: '/live',
  access: 'player',
  tag: 'Live pages',
  summary: 'Live changes: server-sent events that name topics, never data. Defaults to all of my topics.',
  query: z.object({
    /** Comma-separated. Topics that the caller may not see are silently ignored. */
    topics: z.optional(topicList.check(z.refine((topics) => topics.length <= MOST_TOPICS, `At most ${MOST_TOPICS}.`))),
  }),
  file: 'text/event-stream',
  reply: z.string(),
})
