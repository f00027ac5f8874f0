import { organization } from '#/contract/organization.ts'
import type { TextKey } from '#/contract/texts.ts'
import type { ApiError } from '#/web/call.ts'
import type { CheckboxProps, FormState } from '#/web/form.ts'

/** A version that was read and accepted. */
export type Accepted = { key: TextKey; version: number }

/** The form values of an acceptance, in the calls' format. */
export type AcceptanceValues = { accepted: Accepted[]; confirms_age: boolean }

export const notAccepted: AcceptanceValues = { accepted: [], confirms_age: false }

/** A form that includes these values. */
export type AcceptingForm = Pick<FormState, 'errors' | 'refusal'> & {
  values: AcceptanceValues
  set: (path: 'accepted', value: Accepted[]) => void
  checkbox: (path: 'confirms_age') => CheckboxProps
}

/** Whether a form must show terms: a refusal may say that some are required now. */
export function asksToAccept(refusal: ApiError | null): boolean {
  const { texts, minimum_age } = organization()
  return texts.length > 0 || minimum_age !== null || refusal?.state !== undefined
}
