import { serve } from '#/server/serve.ts'
import * as calls from './contract.ts'
import { listOpenCourts } from './queries.ts'

export const routes = [serve(calls.listCourts, async ({ app, query }) => listOpenCourts(app.db, query))]
