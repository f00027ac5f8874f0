import { serve } from '#/server/serve.ts'
import { getRatingFormula } from './contract.ts'
import { describeFormula } from './formula.ts'

export const routes = [serve(getRatingFormula, async () => describeFormula(), 'etag')]
