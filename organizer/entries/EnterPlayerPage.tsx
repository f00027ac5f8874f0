import { currencySign } from '#/contract/money.ts'
import { useSearchParams } from '#/web/router.tsx'
import { deskPaths } from '#/contract/desk-paths.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { listEntryChoices } from '#/organizer/calls.gen.ts'
import type { LeagueChoice } from './contract.ts'
import { useEnterForm, type EntryChoices } from './enter-form.web.ts'
import { EntrantFields, InvitedPartnerFields, LeagueFields } from './EnterPlayerFields.tsx'
import { FormErrors } from '#/web/FormErrors.tsx'

/** Enters a player who pays in cash or plays for free: ?league=. */
export default function EnterPlayerPage() {
  const [params] = useSearchParams()
  const read = useRead(listEntryChoices, {})
  if (read.data) {
    const league = read.data.leagues.find(({ id }) => String(id) === params.get('league'))
    return <EnterPlayer choices={read.data} league={league} />
  }
  return (
    <Screen title="Enter a player">
      <Loaded of={read} loading="Loading the leagues" />
    </Screen>
  )
}

function EnterPlayer({ choices, league: first }: { choices: EntryChoices; league: LeagueChoice | undefined }) {
  const form = useEnterForm(choices, first)
  return (
    <Screen
      title="Enter a player"
      failed={form.failed}
      lead="Enter a player who pays in cash or plays for free. The place is confirmed right away, without a card. A player who lives outside your areas joins once they accept. The invitation holds no place, but they can join even if the league is full by then."
    >
      <form onSubmit={(event) => void form.submit(event)} noValidate className="flex max-w-2xl flex-col gap-6">
        <FormErrors form={form} />
        <LeagueFields form={form} choices={choices} />
        <EntrantFields form={form} />
        {form.misfit !== null && (
          <Notice tone="warn" title="This division may not suit the player">
            {form.misfit} You can still enter them.
          </Notice>
        )}
        {form.isDoubles && <InvitedPartnerFields form={form} />}
        <TextField
          {...form.field('amount')}
          label="Paid in cash"
          hint="The amount you received. Enter 0 for nothing."
          prefix={currencySign()}
          inputMode="decimal"
          autoComplete="off"
          className="max-w-64"
        />
        <TextArea
          {...form.field('reason')}
          label="Reason"
          hint="For the audit log: who received the cash, and where."
          rows={2}
        />
        <FormActions>
          <Button type="submit" busy={form.busy}>
            Enter the player
          </Button>
          <ButtonLink variant="secondary" to={deskPaths.entries} onClick={form.forget}>
            Cancel
          </ButtonLink>
        </FormActions>
      </form>
    </Screen>
  )
}
