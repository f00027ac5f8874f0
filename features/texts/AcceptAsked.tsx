import { useEffect, useEffectEvent } from 'react'
import { AcceptFields } from './AcceptFields.tsx'
import { askedOfNewPlayers, noteAsked } from './asked.web.ts'
import type { AcceptingForm } from './accepting.web.ts'

/** The terms for a new player, updated to the newest versions once the server has refused older ones. */
export default function AcceptAsked({ form }: { form: AcceptingForm }) {
  const { refusal } = form
  const ask = useEffectEvent(() => {
    // Setting the form also renders the new terms.
    if (noteAsked(refusal)) form.set('accepted', [])
  })
  useEffect(() => ask(), [refusal])
  const asked = askedOfNewPlayers()
  return (asked.texts.length > 0 || asked.minimum_age !== null) && <AcceptFields form={form} asked={asked} />
}
