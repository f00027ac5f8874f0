import { useEffect, useEffectEvent } from 'react'
import { knowOrganization, organization } from '#/contract/organization.ts'
import type { PublishedText } from '#/contract/texts.ts'
import type { ApiError } from '#/web/call.ts'
import type { Acceptance } from './contract.ts'

/** What somebody is asked to accept and confirm. */
export type Asked = { texts: readonly Pick<PublishedText, 'key' | 'version' | 'title'>[]; minimum_age: number | null }

/** What a form has of it. */
export const notAccepted = { accepted: false, confirms_age: false }

/** What a new player is asked, as this page knows it. */
export function askedOfNewPlayers(): Asked {
  const { texts, minimum_age } = organization()
  return { texts: texts.filter(({ asked_version }) => asked_version !== null), minimum_age }
}

export function asksAnything({ texts, minimum_age }: Asked): boolean {
  return texts.length > 0 || minimum_age !== null
}

/** What was ticked, as the calls take it: with the versions that were shown. */
export function acceptanceOf(
  { accepted, confirms_age }: typeof notAccepted,
  { texts, minimum_age }: Asked = askedOfNewPlayers(),
): Acceptance {
  return {
    ...(texts.length > 0 && { accepted: accepted ? texts.map(({ key, version }) => ({ key, version })) : [] }),
    ...(minimum_age !== null && { confirms_age }),
  }
}

/** Takes over what a refusal says is in force now: this page was loaded before. Answers whether it said so. */
export function noteAsked(refusal: ApiError | null): boolean {
  const { texts, minimum_age } = (refusal?.state ?? {}) as Partial<Pick<Asked, 'minimum_age'>> & {
    texts?: readonly PublishedText[]
  }
  if (texts === undefined || minimum_age === undefined) return false
  knowOrganization({ ...organization(), texts, minimum_age })
  return true
}

type AskingForm = { refusal: ApiError | null; set: (name: 'accepted', value: boolean) => void }

/** Asks again, with the newest versions, when the server has refused those that were accepted. */
export function useNewestAsked(form: AskingForm): void {
  const ask = useEffectEvent(() => {
    if (noteAsked(form.refusal)) form.set('accepted', false)
  })
  useEffect(() => ask(), [form.refusal])
}

/** Whether what was accepted before is what is asked now, so that going back shows it ticked. */
export function tickedBy({ accepted = [], confirms_age = false }: Acceptance): typeof notAccepted {
  const { texts } = askedOfNewPlayers()
  return {
    accepted: texts.every((text) => accepted.some(({ key, version }) => key === text.key && version === text.version)),
    confirms_age,
  }
}
