import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod/mini'
import { endpoint } from '#/contract/endpoint.ts'
import { message } from '#/contract/fields.ts'
import { useAction } from './action.ts'
import { useChange, useRead } from './api.ts'
import { FormDialog } from './FormDialog.tsx'
import { useForm } from './form.ts'
import { TextField } from './ui/TextField.tsx'
import { ToastRegion } from './ui/Toast.tsx'

const readName = endpoint({
  method: 'GET',
  path: '/name',
  access: 'public',
  tag: 'Test',
  summary: 'The name.',
  reply: z.object({ name: z.string() }),
})

const saveName = endpoint({
  method: 'PUT',
  path: '/name',
  access: 'public',
  tag: 'Test',
  summary: 'Save the name.',
  body: z.object({ name: z.string().check(z.minLength(1, 'Please enter a name.')) }),
  reply: message,
})

function Name() {
  const [open, setOpen] = useState(false)
  const read = useRead(readName, {})
  const save = useAction(saveName, { stale: [readName] })
  return (
    <>
      <h1>{read.data?.name}</h1>
      <button type="button" disabled={save.busy} onClick={() => save.run({ body: { name: 'Bea' } })}>
        Call it Bea
      </button>
      <button type="button" onClick={() => setOpen(true)}>
        Rename
      </button>
      <InPlace />
      {open && <RenameDialog onClose={() => setOpen(false)} />}
      <ToastRegion />
    </>
  )
}

/** Shows the refusal in place. */
function InPlace() {
  const save = useChange(saveName)
  return (
    <>
      <button type="button" onClick={() => save.mutate({ body: { name: 'Cleo' } })}>
        Call it Cleo
      </button>
      {save.error && <p>Not saved: {save.error.message}</p>}
    </>
  )
}

function RenameDialog({ onClose }: { onClose: () => void }) {
  const save = useAction(saveName, {
    stale: [readName],
    onDone: onClose,
    toast: (_, { body }) => `It is ${body.name} now.`,
  })
  const form = useForm({ schema: saveName.body, initial: { name: '' }, onSubmit: (body) => save.submit({ body }) })
  return (
    <FormDialog title="Rename" description="What is it?" confirm="Save" form={form} onClose={onClose}>
      <TextField {...form.field('name')} label="Name" />
    </FormDialog>
  )
}

/** A server with one name. `refusal`: its response to a change. */
async function show(refusal?: { status: number; body: object }) {
  let name = 'Ada'
  vi.spyOn(window, 'fetch').mockImplementation((_, init) => {
    if (init?.method === 'GET') return Promise.resolve(Response.json({ name }))
    if (refusal) return Promise.resolve(Response.json(refusal.body, { status: refusal.status }))
    name = (JSON.parse(init?.body as string) as { name: string }).name
    return Promise.resolve(Response.json({ message: 'Saved.' }))
  })
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <Name />
    </QueryClientProvider>,
  )
  await expect.element(page.getByRole('heading', { name: 'Ada' })).toBeVisible()
}

test('a change shows its reply and refetches the data it made out of date', async () => {
  await show()
  await page.getByRole('button', { name: 'Call it Bea' }).click()
  await expect.element(page.getByRole('heading', { name: 'Bea' })).toBeVisible()
  await expect.element(page.getByText('Done: Saved.')).toBeInTheDocument()
})

test('a refusal after a button press is shown as a toast', async () => {
  await show({
    status: 403,
    body: { message: 'You are not allowed to do that.', code: 'not_allowed', request_id: '1' },
  })
  await page.getByRole('button', { name: 'Call it Bea' }).click()
  await expect.element(page.getByText('Error: You are not allowed to do that.')).toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Ada' })).toBeVisible()
})

test('a dialog’s form closes after its change, and shows its own sentence', async () => {
  await show()
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByLabelText('Name').fill('Cleo')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Done: It is Cleo now.')).toBeInTheDocument()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Cleo' })).toBeVisible()
})

test('a field’s refusal is shown at the field, and the dialog stays open', async () => {
  await show({
    status: 422,
    body: {
      message: 'Please check.',
      code: 'invalid',
      request_id: '1',
      fields: { name: 'This name is already taken.' },
    },
  })
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByLabelText('Name').fill('Cleo')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByLabelText('Name')).toHaveAccessibleDescription('Error: This name is already taken.')
  await expect.element(page.getByRole('dialog')).toBeVisible()
})

test('a refusal that a screen shows in place is also a toast, once', async () => {
  await show({ status: 409, body: { message: 'Somebody else has this name.', code: 'taken', request_id: 'a1' } })
  await page.getByRole('button', { name: 'Call it Cleo' }).click()
  await expect.element(page.getByText('Not saved: Somebody else has this name.')).toBeVisible()
  const toasts = page.getByText('Error: Somebody else has this name.')
  await expect.element(toasts).toBeInTheDocument()
  expect(toasts.elements()).toHaveLength(1)
})
