import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod/mini'
import { ApiError } from './call.ts'
import { useForm } from './form.ts'
import { FormErrors } from './FormErrors.tsx'
import { ToastRegion } from './ui/Toast.tsx'
import { TextField } from './ui/TextField.tsx'

const schema = z.object({
  name: z.string().check(z.minLength(1, 'Please enter a name.')),
  partner: z.object({ email: z.string().check(z.regex(/@/, 'Please enter an email.')) }),
})

/** A form with the schema. Returns the values that it sends. */
async function show(send: () => Promise<unknown> = async () => {}, onCancel = () => {}) {
  const onSubmit = vi.fn<(body: unknown) => Promise<unknown>>(send)
  function Form() {
    const form = useForm({
      schema,
      initial: { name: '', partner: { email: '' } },
      onSubmit,
    })
    return (
      <form onSubmit={(event) => void form.submit(event)} noValidate>
        <FormErrors form={form} />
        <TextField label="Name" {...form.field('name')} />
        <TextField label="Partner's email" {...form.field('partner.email')} />
        <button type="submit" disabled={form.busy}>
          Send
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" onClick={() => form.set('partner.email', 'ann@example.com')}>
          Ann
        </button>
      </form>
    )
  }
  await render(
    <>
      <Form />
      <ToastRegion />
    </>,
  )
  return onSubmit
}

const name = page.getByRole('textbox', { name: 'Name' })
const email = page.getByRole('textbox', { name: "Partner's email" })
const send = page.getByRole('button', { name: 'Send' })
const cancel = page.getByRole('button', { name: 'Cancel' })
const summary = page.getByRole('region', { name: 'Please check the form' })
const problems = () =>
  summary
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent)

test('a field’s error appears on blur, not while typing, and disappears on change', async () => {
  await show()
  await userEvent.type(email, 'bea')
  await expect.element(email).not.toHaveAttribute('aria-invalid')
  await userEvent.tab()
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  await expect.element(name).not.toHaveAttribute('aria-invalid')
  await userEvent.type(email, '@')
  await expect.element(email).not.toHaveAttribute('aria-invalid')
})

test('passing an empty field or leaving a half-typed one moves neither the focus nor the page, and loses nothing', async () => {
  await show()
  await name.click()
  await userEvent.tab()
  await expect.element(email).toHaveFocus()
  await expect.element(name).not.toHaveAttribute('aria-invalid')
  await userEvent.type(email, 'bea')
  await userEvent.tab()
  await expect.element(send).toHaveFocus()
  await expect.element(email).toHaveValue('bea')
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  await expect.element(summary).not.toBeInTheDocument()
  await userEvent.tab({ shift: true })
  await expect.element(email).toHaveFocus()
})

test('the button below an invalid field gets the click that leaves the field', async () => {
  const onCancel = vi.fn<() => void>()
  const onSubmit = await show(undefined, onCancel)
  await userEvent.type(email, 'bea')
  const before = cancel.element().getBoundingClientRect().top
  await cancel.click()
  expect(onCancel).toHaveBeenCalledOnce()
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  // The error has moved the button down, but only after the click.
  expect(cancel.element().getBoundingClientRect().top).toBeGreaterThan(before + cancel.element().clientHeight / 2)
  await userEvent.type(email, '@')
  await name.fill('Bea')
  await userEvent.type(email, '{Backspace}')
  await send.click()
  await expect.element(summary).toHaveFocus()
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a click that corrects the field leaves no error behind', async () => {
  await show()
  await userEvent.type(email, 'bea')
  await page.getByRole('button', { name: 'Ann' }).click()
  await expect.element(email).toHaveValue('ann@example.com')
  await cancel.click()
  await expect.element(email).not.toHaveAttribute('aria-invalid')
})

test('a press that is dragged away, or made with the other button, shows the error', async () => {
  const onCancel = vi.fn<() => void>()
  await show(undefined, onCancel)
  await userEvent.type(email, 'bea')
  await userEvent.dragAndDrop(cancel, name)
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill('be')
  await expect.element(email).not.toHaveAttribute('aria-invalid')
  await cancel.click({ button: 'right' })
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  expect(onCancel).not.toHaveBeenCalled()
})

/** Events that end a press without a click, and possibly without a pointerup. */
const ends = {
  'is canceled': () => new PointerEvent('pointercancel'),
  'becomes a drag': () => new DragEvent('dragend'),
  'opens a menu': () => new MouseEvent('contextmenu'),
  'leaves the window': () => new FocusEvent('blur'),
  'has ended out of sight': () => new PointerEvent('pointermove', { buttons: 0 }),
  'is followed by Tab': () => new KeyboardEvent('keydown', { key: 'Tab' }),
}

test.each(Object.entries(ends))('the error of a field waits no longer than for a press that %s', async (_, end) => {
  await show()
  await userEvent.type(email, 'bea')
  window.dispatchEvent(new PointerEvent('pointerdown', { buttons: 1 }))
  name.element().focus()
  window.dispatchEvent(new PointerEvent('pointermove', { buttons: 1 }))
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }))
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(email.element().getAttribute('aria-invalid')).toBeNull()
  window.dispatchEvent(end())
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
})

test('a mistake made after a failed submit shows at the field, and the summary does not take the focus for it', async () => {
  await show()
  await send.click()
  await expect.element(summary).toHaveFocus()
  await userEvent.type(email, 'b')
  expect(problems()).toEqual(['Please enter a name.'])
  await name.fill('Bea')
  await expect.element(summary).not.toBeInTheDocument()
  await email.click()
  await userEvent.tab()
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  await expect.element(send).toHaveFocus()
  await expect.element(summary).not.toBeInTheDocument()
})

test('a refusal without a field takes the focus, is a toast with the same sentence, and is read out once', async () => {
  await show(() => Promise.reject(new ApiError(409, { message: 'That name is taken.' })))
  await name.fill('Bea')
  await email.fill('bea@example.com')
  await send.click()
  const refusal = page.getByRole('region', { name: 'There is a problem' })
  await expect.element(refusal).toHaveFocus()
  await expect.element(refusal).toHaveTextContent('That name is taken.')
  await expect.element(page.getByText('Error: That name is taken.')).toBeInTheDocument()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('Bea')
})

test('an invalid submit shows every problem in the fields’ order, and the summary takes the focus each time', async () => {
  const onSubmit = await show()
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await send.click()
    await expect.element(summary).toHaveFocus()
    expect(problems()).toEqual(['Please enter a name.', 'Please enter an email.'])
  }
  expect(onSubmit).not.toHaveBeenCalled()
  await page.getByRole('link', { name: 'Please enter an email.' }).click()
  await expect.element(email).toHaveFocus()
})

test('the endpoint’s body is sent once, however often the button is pressed', async () => {
  const sent = Promise.withResolvers<void>()
  const onSubmit = await show(() => sent.promise)
  await name.fill('Bea')
  await email.fill('bea@example.com')
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(send).toBeDisabled()
  expect(onSubmit.mock.calls.map(([body]) => body)).toEqual([{ name: 'Bea', partner: { email: 'bea@example.com' } }])
  sent.resolve()
  await expect.element(send).toBeEnabled()
  await send.click()
  expect(onSubmit).toHaveBeenCalledTimes(2)
})

test('a server refusal looks like a local problem', async () => {
  const fields = { 'partner.email': 'Not in this league.' }
  await show(() => Promise.reject(new ApiError(422, { message: 'The server said no.', fields })))
  await name.fill('Bea')
  await email.fill('bea@example.com')
  await send.click()
  await expect.element(page.getByText('Error: The server said no.')).toBeInTheDocument()
  await expect.element(email).toHaveAttribute('aria-invalid', 'true')
  expect(problems()).toEqual(['Not in this league.'])
})
