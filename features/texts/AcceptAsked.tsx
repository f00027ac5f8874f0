import { useEffect, useEffectEvent, useState } from 'react'
import type { AcceptingForm } from './Acceptance.tsx'
import { AcceptFields } from './AcceptFields.tsx'
import { askedOfNewPlayers } from './asked.web.ts'
import { noteAsked } from './newest-asked.web.ts'

/** What is asked of a new player, with the newest versions once the server has refused those that were accepted. */
export default function AcceptAsked({ form }: { form: AcceptingForm }) {
  const { refusal } = form
  const [, setNoted] = useState(refusal)
  const ask = useEffectEvent(() => {
    if (!noteAsked(refusal)) return
    form.set('accepted', false)
    setNoted(refusal)
  })
  useEffect(() => ask(), [refusal])
  const asked = askedOfNewPlayers()
  return (asked.texts.length > 0 || asked.minimum_age !== null) && <AcceptFields form={form} asked={asked} />
}
