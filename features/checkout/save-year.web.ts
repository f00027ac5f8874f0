import { getUser, updateYearOfBirth } from '#/features/calls.gen.ts'
import { queries, readOf } from '#/web/api.ts'
import { call } from '#/web/call.ts'

/** Keeps what a player has answered at the checkout in their profile. Throws the ApiError, which the form shows at its field. */
export async function saveYearOfBirth(year_of_birth: number): Promise<void> {
  await call(updateYearOfBirth, { body: { year_of_birth } })
  await queries.invalidateQueries({ queryKey: readOf(getUser, {}).queryKey })
}
