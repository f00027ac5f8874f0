import type { Endpoint } from '#/contract/endpoint.ts'
import { paths } from '#/contract/paths.ts'
import { forgotPassword, signIn } from '#/features/accounts/contract.ts'

/** The forms that work without JavaScript, by page address: the call, its fields, and the fields to show again. */
export const postedForms: Readonly<Record<string, { endpoint: Endpoint; fields: readonly string[]; shown: string }>> = {
  [paths.signIn]: { endpoint: signIn, fields: ['email', 'password'], shown: 'email' },
  [paths.forgotPassword]: { endpoint: forgotPassword, fields: ['email'], shown: 'email' },
}
