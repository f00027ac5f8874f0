import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod/mini'
import { ApiError } from './call.ts'
import { useForm } from './form.ts'
import { signOut } from './session.ts'
import { TextField } from './ui/TextField.tsx'

const schema = z.object({
  name: z.string(),
  sets: z.array(z.object({ won: z.number() })),
  total: z.nullable(z.number()),
  password: z.string(),
  partner: z.object({ email: z.string() }),
})

type Send = () => Promise<unknown>

function Form({ about, send }: { about: string; send: Send }) {
  const form = useForm({
    schema,
    initial: { name: '', sets: [{ won: 0 }], total: null, password: '', partner: { email: '' } },
    keep: { name: about, except: ['password'] },
    onSubmit: send,
  })
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate>
      <TextField label="Name" {...form.field('name')} />
      <TextField label="Password" {...form.field('password')} />
      <TextField label="Partner" {...form.field('partner.email')} />
      <TextField label="Total" {...form.number('total')} />
      <button type="button" onClick={() => form.set('sets', [...form.values.sets, { won: 6 }])}>
        Add a set
      </button>
      <output>{form.values.sets.map(({ won }) => won).join(' ')}</output>
      <button type="submit">Send</button>
    </form>
  )
}

const field = (name: string) => page.getByRole('textbox', { name })
const send = page.getByRole('button', { name: 'Send' })

/** Renders the form again, as after a reload. */
async function show(about = 'about', onSubmit: Send = async () => {}) {
  const { unmount } = await render(<Form about={about} send={onSubmit} />)
  return unmount
}

async function fill() {
  await field('Name').fill('Bea')
  await field('Password').fill('secret word')
  await field('Partner').fill('ann@example.com')
  await field('Total').fill('2')
  await page.getByRole('button', { name: 'Add a set' }).click()
}

beforeEach(() => sessionStorage.clear())

test('typed values are restored when the form is shown again, but never a password', async () => {
  const leave = await show()
  await fill()
  await leave()
  await show()
  await expect.element(field('Name')).toHaveValue('Bea')
  await expect.element(field('Partner')).toHaveValue('ann@example.com')
  await expect.element(field('Total')).toHaveValue('2')
  await expect.element(page.getByRole('status')).toHaveTextContent('0 6')
  await expect.element(field('Password')).toHaveValue('')
  expect(JSON.stringify(Object.values(sessionStorage))).not.toContain('secret word')
})

test('a form that was only opened stores nothing, and another form’s values are not shown', async () => {
  const leave = await show()
  await leave()
  expect(sessionStorage).toHaveLength(0)
  const leaveFilled = await show()
  await fill()
  await leaveFilled()
  await show('something else')
  await expect.element(field('Name')).toHaveValue('')
})

test('only what was typed is kept: the rest follows a value that was saved elsewhere meanwhile', async () => {
  sessionStorage.setItem('deuce.form.about', '{"name":"Bea"}')
  const leave = await show()
  await field('Partner').fill('ann@example.com')
  await leave()
  expect(JSON.parse(sessionStorage.getItem('deuce.form.about') ?? '')).toEqual({
    name: 'Bea',
    partner: { email: 'ann@example.com' },
  })
})

test('a form is empty after it was sent; a refused one keeps its values', async () => {
  const leave = await show('about', () => Promise.reject(new ApiError(409, { message: 'Not now.' })))
  await fill()
  await send.click()
  await leave()
  const leaveAgain = await show()
  await expect.element(field('Name')).toHaveValue('Bea')
  await send.click()
  await expect.poll(() => sessionStorage.length).toBe(0)
  await leaveAgain()
  await show()
  await expect.element(field('Name')).toHaveValue('')
})

test('signing out deletes typed values, an expired session does not', async () => {
  const leave = await show()
  await fill()
  await leave()
  expect(sessionStorage.length).toBe(1)
  signOut()
  expect(sessionStorage).toHaveLength(0)
})

test('invalid values, or those of an older release, are ignored', async () => {
  sessionStorage.setItem(
    'deuce.form.about',
    '{"name":"Bea","sets":[{"won":"x"}],"total":"many","partner":null,"more":1}',
  )
  const leave = await show()
  await expect.element(field('Name')).toHaveValue('Bea')
  await expect.element(field('Partner')).toHaveValue('')
  await expect.element(field('Total')).toHaveValue('')
  await expect.element(page.getByRole('status')).toHaveTextContent('0')
  await leave()
  sessionStorage.setItem('deuce.form.about', '{broken')
  await show()
  await expect.element(field('Name')).toHaveValue('')
})
