import type { Page } from '@playwright/test'
import type { StandIn, TestCard } from '#/test/stripe/stand-in.ts'

// Runs in the page instead of js.stripe.com: the part of Stripe.js that the app calls, backed by the stand-in's data.
const script = `
const api = (path, body) =>
  fetch('https://api.stripe.com/v1/' + path, { method: 'POST', body: JSON.stringify(body) }).then((answer) => answer.json())

window.Stripe = () => ({
  createToken() {},
  createPaymentMethod() {},
  confirmCardPayment() {},
  elements(options) {
    window.stripeOptions = options
    const heard = {}
    const input = document.createElement('input')
    input.setAttribute('aria-label', 'Card number (Stripe)')
    input.oninput = () => heard.change?.()
    const tellReady = () => setTimeout(() => heard.ready?.(element), 50)
    const element = {
      // Also calls listeners that come late: the page may take longer than that to listen.
      on: (name, listener) => ((heard[name] = listener), name === 'ready' && tellReady(), element),
      off: (name) => (delete heard[name], element),
      mount: (place) => (place.append(input), tellReady()),
      update() {},
      unmount: () => input.remove(),
      destroy: () => input.remove(),
    }
    return {
      create: () => element,
      getElement: () => element,
      update() {},
      submit: async () => (input.value ? {} : { error: { message: 'Your card number is incomplete.' } }),
      number: () => input.value,
    }
  },
  createConfirmationToken: async ({ elements, params }) => {
    window.stripeReturnUrl = params.return_url
    return api('confirmation_tokens', { number: elements.number() })
  },
  confirmSetup: async ({ elements, clientSecret, confirmParams }) => {
    window.stripeReturnUrl = confirmParams.return_url
    return api('confirm_setup', { clientSecret, number: elements.number() })
  },
  handleNextAction: ({ clientSecret }) =>
    new Promise((done) => {
      const bank = document.createElement('div')
      bank.setAttribute('role', 'dialog')
      bank.setAttribute('aria-label', 'Bank')
      for (const approved of [true, false]) {
        const button = document.createElement('button')
        button.textContent = approved ? 'Complete authentication' : 'Fail authentication'
        button.onclick = () => {
          bank.remove()
          done(api('authenticate', { clientSecret, approved }))
        }
        bank.append(button)
      }
      document.body.append(bank)
    }),
})
`

const cards: Record<string, TestCard> = {
  '4242424242424242': 'pm_card_visa',
  '4000000000009995': 'pm_card_chargeDeclinedInsufficientFunds',
  '4000002500003155': 'pm_card_authenticationRequired',
}

/**
 * Serves Stripe's addresses in a page: a stub of its script, not before `loaded`, and the stand-in. Returns the
 * requested addresses.
 */
export async function stubStripe(page: Page, stripe: StandIn, loaded = Promise.resolve()): Promise<string[]> {
  const asked: string[] = []
  await page.route('https://js.stripe.com/**', async (route) => {
    asked.push(route.request().url())
    await loaded
    await route.fulfill({ contentType: 'text/javascript', body: script })
  })
  await page.route('https://api.stripe.com/v1/confirm_setup', async (route) => {
    const { number, clientSecret } = route.request().postDataJSON() as { number: string; clientSecret: string }
    const answer =
      number !== '4000000000009995' && cards[number]
        ? { setupIntent: { payment_method: stripe.saveCard(clientSecret, number.slice(-4)), status: 'succeeded' } }
        : { error: { message: 'Your card was declined.' } }
    await route.fulfill({ json: answer, headers: { 'access-control-allow-origin': '*' } })
  })
  await page.route(/^https:\/\/api\.stripe\.com\/v1\/(confirmation_tokens|authenticate)$/, async (route) => {
    const { number, clientSecret, approved } = route.request().postDataJSON() as {
      number?: string
      clientSecret?: string
      approved?: boolean
    }
    const card = cards[number ?? '']
    const answer =
      clientSecret !== undefined
        ? approved
          ? { paymentIntent: stripe.authenticate(clientSecret, true) }
          : {
              error: { message: 'We are unable to authenticate your payment method.' },
              intent: stripe.authenticate(clientSecret, false).id,
            }
        : card
          ? { confirmationToken: { id: stripe.newToken(card) } }
          : number === '0'
            ? {}
            : { error: { message: 'Your card number is invalid.' } }
    await route.fulfill({ json: answer, headers: { 'access-control-allow-origin': '*' } })
  })
  return asked
}
