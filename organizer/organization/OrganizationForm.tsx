import { useState } from 'react'
import { formatNumber } from '#/contract/locale.ts'
import { getConfig } from '#/features/calls.gen.ts'
import { Section } from '#/features/settings/Section.tsx'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { countries } from '#/web/ui/countries.ts'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { PhoneField } from '#/web/ui/PhoneField.tsx'
import { SelectField } from '#/web/ui/SelectField.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { currencies } from '#/rules/currencies.ts'
import { isColor } from '#/rules/colors.ts'
import { ColorPreview } from './ColorPreview.tsx'
import { suggestFor } from './country-suggestions.ts'
import { Swatch } from './Swatch.tsx'
import { getOrganization } from '#/organizer/calls.gen.ts'
import { changeOrganization, type OrganizationView } from './contract.ts'

const currencyNames = new Intl.DisplayNames(['en'], { type: 'currency' })
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const countryOptions = countries.map(({ code, name }) => ({ value: code, label: name }))
const zones = Intl.supportedValuesOf('timeZone')

/** All settings of the organization except its logo. */
export function OrganizationForm({ of }: { of: OrganizationView }) {
  const save = useAction(changeOrganization, { stale: [getOrganization, getConfig] })
  const form = useForm({
    schema: changeOrganization.body,
    initial: {
      name: of.name,
      short_name: of.short_name,
      colors: of.colors,
      support_email: of.support_email,
      support_phone: of.support_phone,
      address: of.address,
      sender_name: of.sender_name,
      reply_to: of.reply_to,
      currency: of.currency,
      tax: { name: of.tax?.name ?? '', rate: of.tax ? String(of.tax.rate) : '' },
      time_zone: of.time_zone,
      locale: of.locale,
      first_day_of_week: String(of.first_day_of_week),
      phone_country: of.phone_country,
      units: of.units,
    },
    toBody: ({ tax, first_day_of_week, ...values }) => ({
      ...values,
      first_day_of_week: Number(first_day_of_week),
      tax: tax.name.trim() === '' && tax.rate.trim() === '' ? null : { name: tax.name, rate: Number(tax.rate || 'x') },
    }),
    onSubmit: (body) => save.submit({ body }),
  })
  const [country, setCountry] = useState('')
  /** Currency and time zone stay where the country has no usual one. */
  function fillIn(code: string): void {
    setCountry(code)
    if (code === '') return
    const { currency, time_zone, tax, ...others } = suggestFor(code, zoneHere())
    if (currency !== null && !of.currency_fixed) form.set('currency', currency)
    if (time_zone !== null) form.set('time_zone', time_zone)
    form.set('tax', tax)
    form.set('locale', others.locale)
    form.set('first_day_of_week', others.first_day_of_week)
    form.set('phone_country', others.phone_country)
    form.set('units', others.units)
  }
  const { name, short_name, colors, locale } = form.values
  const [main, accent] = [colors.main.trim().toLowerCase(), colors.accent.trim().toLowerCase()]
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate className="pt-8">
      <FormErrors form={form} />
      <Section title="Name and contact" lead="Players see these on every page, on receipts and in emails.">
        <div className="flex max-w-xl flex-col gap-5">
          <TextField {...form.field('name')} label="Name" autoComplete="organization" maxLength={60} dir="auto" />
          <TextField
            {...form.field('short_name')}
            label="Short name"
            hint="For the head of pages and emails, and for home screens."
            autoComplete="off"
            maxLength={20}
            dir="auto"
          />
          <TextField {...form.field('support_email')} label="Email" type="email" autoComplete="email" />
          <PhoneField {...form.field('support_phone')} label="Phone" optional />
          <TextArea
            {...form.field('address')}
            label="Address"
            hint="As on an envelope. It is shown on receipts."
            optional
          />
        </div>
      </Section>
      <Section title="Colors" lead="Two colors of your brand. The shades for day and night follow from them.">
        <div className="flex flex-col gap-5">
          <div className="grid max-w-xl gap-5 sm:grid-cols-2">
            <TextField
              {...form.field('colors.main')}
              label="Main color"
              prefix={<Swatch color={main} />}
              maxLength={7}
            />
            <TextField
              {...form.field('colors.accent')}
              label="Accent color"
              prefix={<Swatch color={accent} />}
              maxLength={7}
            />
          </div>
          {isColor(main) && isColor(accent) && <ColorPreview name={short_name || name} main={main} accent={accent} />}
        </div>
      </Section>
      <Section title="Emails" lead="The sender, and the address for replies.">
        <div className="flex max-w-xl flex-col gap-5">
          <TextField {...form.field('sender_name')} label="Sender" autoComplete="off" maxLength={60} dir="auto" />
          <TextField {...form.field('reply_to')} label="Replies go to" type="email" autoComplete="off" />
        </div>
      </Section>
      <Section
        title="Country"
        lead="Fills in money and region below with what is usual there. Check it, the tax above all, and save."
      >
        <div className="max-w-xl">
          <SelectField
            name="country"
            id="country"
            label="Country"
            optional
            placeholder="Choose a country"
            options={countryOptions}
            value={country}
            onChange={(event) => fillIn(event.currentTarget.value)}
          />
        </div>
      </Section>
      <Section
        title="Money"
        lead="The tax is included in the price and shown on receipts, reports and exports. Placed orders keep their tax."
      >
        <div className="flex max-w-xl flex-col gap-5">
          <SelectField
            {...form.field('currency')}
            label="Currency"
            disabled={of.currency_fixed}
            hint={
              of.currency_fixed
                ? 'Money has already moved in this currency, so it cannot change.'
                : 'It cannot change once money has moved.'
            }
            options={currencies.map((code) => ({ value: code, label: `${code}, ${currencyNames.of(code)}` }))}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField {...form.field('tax.name')} label="Tax" hint="Such as GST or VAT" optional autoComplete="off" />
            <TextField
              {...form.field('tax.rate')}
              label="Rate in percent"
              optional
              inputMode="decimal"
              autoComplete="off"
            />
          </div>
        </div>
      </Section>
      <Section title="Region" lead="How dates, times, numbers and phones are written.">
        <div className="flex max-w-xl flex-col gap-5">
          <SelectField
            {...form.field('time_zone')}
            label="Time zone"
            hint="Sales and totals use it. Each area has its own time zone for its matches."
            options={(zones.includes(of.time_zone) ? zones : [of.time_zone, ...zones]).map((zone) => ({
              value: zone,
              label: zone.replaceAll('_', ' '),
            }))}
          />
          <TextField
            {...form.field('locale')}
            label="Locale"
            hint={`Like en-AU. ${sampleOf(locale)}`}
            autoComplete="off"
            maxLength={35}
          />
          <SelectField
            {...form.field('first_day_of_week')}
            label="The week starts on"
            options={weekdays.map((day, index) => ({ value: String(index + 1), label: day }))}
          />
          <SelectField
            {...form.field('phone_country')}
            label="Country for phone numbers"
            hint="For numbers without a dial code."
            options={countryOptions}
          />
          <SelectField
            {...form.field('units')}
            label="Units"
            options={[
              { value: 'imperial', label: 'Miles and degrees Fahrenheit' },
              { value: 'metric', label: 'Kilometers and degrees Celsius' },
            ]}
          />
        </div>
      </Section>
      <FormActions>
        <Button type="submit" busy={form.busy}>
          Save the organization
        </Button>
      </FormActions>
    </form>
  )
}

function zoneHere(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** A sample date and number in a locale. */
function sampleOf(locale: string): string {
  try {
    const day = new Intl.DateTimeFormat(locale, { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
    return `Examples: ${day.format(new Date(Date.UTC(2026, 8, 22, 12)))} and ${(1234.5).toLocaleString(locale)}.`
  } catch {
    return `For now, numbers look like ${formatNumber(1234.5)}.`
  }
}
