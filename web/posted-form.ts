import { useContext, useEffect, useState } from 'react'
import type { PostedForm } from '#/contract/posted-form.ts'
import { ServedPage } from './served-page.ts'

const carried = globalThis.document?.getElementById('posted')?.textContent
let posted = carried ? (JSON.parse(carried) as PostedForm) : null

/** The form whose submission without JavaScript led to this page. Only the first screen that uses it gets it. */
export function usePostedForm(): PostedForm | null {
  const page = useContext(ServedPage)
  const [mine] = useState(() => (page ? page.posted : posted))
  useEffect(forget, [])
  return mine
}

function forget(): void {
  posted = null
}
