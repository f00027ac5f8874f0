import { formatLeague } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import type { ReactNode } from 'react'
import { scoreLine } from '#/rules/outcome.ts'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { Later } from '#/web/ui/Later.tsx'
import type { MatchDetail } from './contract.ts'
import { formatWhen } from './format.ts'
import { sideNames, type ScoreForm } from './score-form.web.ts'
import { ScorePreview } from './ScorePreview.tsx'
import { FormErrors } from '#/web/FormErrors.tsx'

type ScoreFormScreenProps = {
  form: ScoreForm
  title: string
  /** The match of the score. Null if it is determined by the players. */
  match: MatchDetail | null
  /** The button's label. */
  submit: string
  /** A sentence about the effect of submitting the score. */
  note: string
  cancel: { to: string; label: string }
  children: ReactNode
}

/** Layout of every score form: fields on the left, preview and button on the right. */
export function ScoreFormScreen({ form, title, match, submit, note, cancel, children }: ScoreFormScreenProps) {
  const { errors, sets, ended, ready, words } = form
  const sides = ended === 'Double default' && match ? sideNames(match) : form.sides
  return (
    <Screen
      title={title}
      failed={form.failed}
      kicker={match ? formatLeague(match) : undefined}
      lead={match && <p>{formatWhen(match.match_date, match.match_time)}</p>}
    >
      <form
        onSubmit={(event) => void form.submit(event)}
        noValidate
        className={`flex flex-col gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start ${ready ? 'max-lg:[&_:is(input,select,textarea,button)]:scroll-mb-32' : ''}`}
      >
        <div className="flex flex-col gap-6">
          <FormErrors
            form={{ ...form, errors }}
            action={
              form.refusal?.code === 'league_sealed' && (
                <ButtonLink to={paths.contactUs} variant="secondary">
                  Contact the organizer
                </ButtonLink>
              )
            }
          />
          {children}
        </div>
        <Later>
          <div className="max-lg:contents lg:sticky lg:top-24 lg:flex lg:flex-col lg:gap-4">
            <ScorePreview
              sides={sides}
              sets={sets}
              status={ended}
              word={words.set}
              sentence={form.untouched ? `Tap the ${words.game}s each of you won in each ${words.set}.` : form.sentence}
            />
            {/* Sticks to the bottom once there is a score: the form is long on a phone. */}
            <div
              className={
                ready
                  ? 'max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:bg-chalk max-lg:px-4 max-lg:pt-2 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))]'
                  : ''
              }
            >
              {ready && (
                <p aria-hidden="true" className="flex justify-between gap-3 pb-2 font-[620] lg:hidden">
                  <span className="truncate">{sides[0]}</span>
                  <span className="tabular shrink-0">{scoreLine(sets, ended)}</span>
                </p>
              )}
              <Button type="submit" size="lg" wide busy={form.busy} icon={<Icon name="add" />}>
                {submit}
              </Button>
            </div>
            <FormActions note={note}>
              <ButtonLink to={cancel.to} onClick={form.forget} variant="quiet" wide>
                {cancel.label}
              </ButtonLink>
            </FormActions>
          </div>
        </Later>
      </form>
    </Screen>
  )
}
