import { useEffect, useEffectEvent } from 'react'
import { AcceptFields } from './AcceptFields.tsx'
import { askedOfNewPlayers, noteAsked } from './asked.web.ts'
import type { AcceptingForm } from './accepting.web.ts'

/** What is asked of a new player, with the newest versions once the server has refused those that were accepted. */
export default function AcceptAsked({ form }: { form: AcceptingForm }) {
  const { refusal } = form
  const ask = useEffectEvent(() => {
    // Changing the form also shows what was noted.
    if (noteAsked(refusal)) form.set('accepted', [])
  })
  useEffect(() => ask(), [refusal])
  const asked = askedOfNewPlayers()
  return (asked.texts.length > 0 || asked.minimum_age !== null) && <AcceptFields form={form} asked={asked} />
}
