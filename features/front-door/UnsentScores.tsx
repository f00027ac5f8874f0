import { useEffect, useState } from 'react'
import { listWaiting } from '#/web/outbox.ts'
import { Notice } from '#/web/ui/Notice.tsx'

/** The scores that an ended session has left on this device. */
export default function UnsentScores() {
  const [unsent, setUnsent] = useState<readonly string[]>([])
  useEffect(() => {
    const show = (all: Awaited<ReturnType<typeof listWaiting>>) =>
      setUnsent(all.map(({ about: { by = 'a player', line } }) => `The score ${line} by ${by}`))
    listWaiting().then(show, () => {})
  }, [])
  return unsent.map((score, index) => (
    <div key={index} className="mt-3">
      <Notice>{score} is saved on this device. It is sent once its player signs in here.</Notice>
    </div>
  ))
}
