import type { ComponentProps } from 'react'
import { currencySign } from '#/contract/money.ts'
import { TextField } from '#/web/ui/TextField.tsx'

type AmountFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'prefix' | 'inputMode' | 'autoComplete'>

/** An amount of money, in the organization's currency. */
export function AmountField(props: AmountFieldProps) {
  return <TextField {...props} label="Amount" prefix={currencySign()} inputMode="decimal" autoComplete="off" />
}
