import type * as z from 'zod/mini'
import { expect } from 'vitest'
import { startExport } from '#/organizer/desk/contract.ts'
import { runJobs, type TestApp } from '#/test/app.ts'
import { makeOrganizer, type TestPlayer } from '#/test/make.ts'
import { checkImport, getExchangeTask, getTaskFile, startImport, storeImport } from './contract.ts'
import type { ImportKind } from './import-fields.ts'

/** Rows as a CSV file with semicolons. */
export const csv = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join(';')).join('\n')

/** Imports and exports over HTTP, by an owner unless another organizer is given. */
export async function openExchange(t: TestApp) {
  const owner = await makeOrganizer(t)

  async function upload(
    kind: ImportKind,
    text: string | Uint8Array<ArrayBuffer>,
    by: TestPlayer = owner,
  ): Promise<number> {
    const form = new FormData()
    form.set('kind', kind)
    form.set('file', new File([text], 'club.csv', { type: 'text/csv' }))
    const request = new Request('http://deuce', { method: 'POST', body: form })
    const answer = await t.server.inject({
      method: 'POST',
      url: `/api${startImport.path}`,
      headers: { authorization: `Bearer ${by.token}`, 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    expect(answer.statusCode).toBe(201)
    return (answer.json() as { task_id: number }).task_id
  }

  async function taskOf(task_id: number, by: TestPlayer = owner) {
    return (await t.call(getExchangeTask, { token: by.token, params: { task_id } })).body.task
  }
  async function check(kind: ImportKind, text: string | Uint8Array<ArrayBuffer>, by: TestPlayer = owner) {
    const task_id = await upload(kind, text, by)
    await runJobs(t)
    const task = await taskOf(task_id, by)
    return { task_id, task, check: task.check }
  }
  async function store(task_id: number, by: TestPlayer = owner) {
    const started = await t.call(storeImport, { token: by.token, params: { task_id } })
    if (started.status !== 201) return started
    await runJobs(t)
    return { status: 201, body: started.body, task: await taskOf(started.body.task_id, by) }
  }
  async function importAll(kind: ImportKind, text: string | Uint8Array<ArrayBuffer>) {
    const checked = await check(kind, text)
    expect(checked.check?.errors).toEqual([])
    return store(checked.task_id)
  }
  async function fileOf(task_id: number, by: TestPlayer = owner) {
    const url = `/api${getTaskFile.path.replace('{id}', String(task_id))}`
    return t.server.inject({ url, headers: { authorization: `Bearer ${by.token}` } })
  }
  async function exported(body: Parameters<typeof t.call<typeof startExport>>[1]['body'], by: TestPlayer = owner) {
    const { task_id } = (await t.call(startExport, { token: by.token, body })).body
    await runJobs(t)
    return (await fileOf(task_id, by)).body
  }

  /** Checks a file again with answers to its questions, or with other choices. */
  async function recheck(task_id: number, choices: Partial<CheckBody>, by: TestPlayer = owner) {
    const mapping = (await taskOf(task_id, by)).check?.mapping ?? {}
    const body = { mapping, ...choices }
    const again = (await t.call(checkImport, { token: by.token, params: { task_id }, body })).body.task_id
    await runJobs(t)
    const task = await taskOf(again, by)
    return { task_id: again, task, check: task.check }
  }

  return { owner, upload, taskOf, check, recheck, store, importAll, fileOf, exported }
}

type CheckBody = z.input<typeof checkImport.body>

let clubs = 0
/** Players of a club, with the season before last as they played it. */
export function club(people = 3) {
  clubs += 1
  const emails = Array.from({ length: people }, (_, index) => `club${clubs}-${index}@example.com`)
  const players = [
    ['E-mail', 'Name', 'Phone', 'Level', 'Gender', 'City'],
    ...emails.map((email, index) => [
      email,
      `Pat${clubs} Nr${'abcdefghij'[index]}`,
      '574 555 0100',
      '3.5',
      'F',
      'South Bend',
    ]),
  ]
  const division =
    ["Women's Singles 3.0", "Women's Singles 3.5", "Women's Singles 4.0", "Women's Singles 4.5"][clubs % 4] ?? ''
  // A past year, however often the tests of a file run again.
  const year = String(2010 + (clubs % 16))
  const league = ['Fall', year, division, 'south-bend']
  const entries = [['Season', 'Year', 'Division', 'Area', 'E-mail'], ...emails.map((email) => [...league, email])]
  return { emails, players, entries, league, year }
}
