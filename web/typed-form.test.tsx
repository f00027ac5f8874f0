import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod/mini'
import { useForm } from './form.ts'
import { Checkbox } from './ui/Checkbox.tsx'
import { CheckboxGroup } from './ui/CheckboxGroup.tsx'
import { FormErrors } from './FormErrors.tsx'
import { RadioGroup } from './ui/RadioGroup.tsx'
import { TextField } from './ui/TextField.tsx'

const body = z.object({
  level: z.enum(['3.0', '3.5'], 'Please choose a level.'),
  rules: z.object({
    meetings: z.nullable(z.int('Please enter a whole number.').check(z.minimum(1, 'Please enter a whole number.'))),
    places: z.int('Please enter a number of places.'),
    formats: z.array(z.enum(['short', 'long'])).check(z.minLength(1, 'Please choose a format.')),
  }),
  notify: z.boolean(),
})

type Submit = (sent: z.input<typeof body>, values: unknown) => Promise<unknown>

function Form({ onSubmit }: { onSubmit: Submit }) {
  const form = useForm({
    schema: body,
    initial: { level: '', rules: { meetings: 2, places: null, formats: [] }, notify: false },
    onSubmit,
  })
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate>
      <FormErrors form={form} />
      <RadioGroup
        {...form.radio('level')}
        label="Level"
        options={[
          { value: '3.0', label: '3.0' },
          { value: '3.5', label: '3.5' },
        ]}
      />
      <TextField {...form.number('rules.meetings')} label="Meetings" />
      <TextField {...form.number('rules.places')} label="Places" />
      <CheckboxGroup
        {...form.choices('rules.formats')}
        label="Formats"
        options={[
          { value: 'short', label: 'Short' },
          { value: 'long', label: 'Long' },
        ]}
      />
      <Checkbox {...form.checkbox('notify')} label="Notify" />
      <button type="submit">Send</button>
    </form>
  )
}

const send = page.getByRole('button', { name: 'Send' })

test('the body has the endpoint’s types: numbers, lists, booleans, nested objects', async () => {
  const onSubmit = vi.fn<Submit>(() => Promise.resolve())
  await render(<Form onSubmit={onSubmit} />)
  await page.getByRole('radio', { name: '3.5' }).click({ force: true })
  await page.getByLabelText('Meetings').fill('')
  await page.getByLabelText('Places').fill(' 8')
  await page.getByLabelText('Long').click({ force: true })
  await page.getByLabelText('Short').click({ force: true })
  await page.getByLabelText('Notify').click({ force: true })
  await send.click()
  await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledOnce())
  const sent = { level: '3.5', rules: { meetings: null, places: 8, formats: ['short', 'long'] }, notify: true }
  // The boxes were checked in the other order: a list has the order of its options.
  expect(onSubmit).toHaveBeenCalledWith(sent, sent)
})

test('a number field keeps its text, and is refused until it is a number', async () => {
  const onSubmit = vi.fn<Submit>(() => Promise.resolve())
  await render(<Form onSubmit={onSubmit} />)
  await page.getByLabelText('Meetings').fill('two')
  await send.click()
  await expect.element(page.getByLabelText('Meetings')).toHaveValue('two')
  await expect
    .element(page.getByLabelText('Meetings'))
    .toHaveAccessibleDescription('Error: Please enter a whole number.')
  await page.getByLabelText('Meetings').fill('3')
  await expect.element(page.getByLabelText('Meetings')).toHaveAccessibleDescription('')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('the summary follows the form’s order, takes the focus and links to each field', async () => {
  await render(<Form onSubmit={() => Promise.resolve()} />)
  await send.click()
  const summary = page.getByRole('region', { name: 'Please check the form' })
  await expect.element(summary).toHaveFocus()
  expect(
    summary
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Please choose a level.', 'Please enter a number of places.', 'Please choose a format.'])
  await summary.getByRole('link', { name: 'Please enter a number of places.' }).click()
  await expect.element(page.getByLabelText('Places')).toHaveFocus()
})
