import { useFormDraft } from '#/features/accounts/use-form-draft.web.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { Section } from './Section.tsx'
import { useAction } from '#/web/action.ts'
import { useKeptDraft } from '#/web/kept-draft.ts'
import { Button } from '#/web/ui/Button.tsx'
import { getAvailability, suggestTimes, updateAvailability } from '#/features/calls.gen.ts'
import { DaysAway } from '#/features/availability/DaysAway.tsx'
import type { Away, Hours } from '#/rules/availability.ts'
import { copyMonday, formatWeek, hoursOf, isWeek, weekOf, type Week } from '#/features/availability/week.ts'
import { WeekGrid } from '#/features/availability/WeekGrid.tsx'

/** The week and the days away, until saved. `saved` has days as yyyy-mm-dd. */
export function AvailabilityForm({ saved }: { saved: { weekly: Hours[]; away: Away[] } }) {
  const [draft, setDraft] = useKeptDraft(useFormDraft('availability'), readDraft)
  const { week, away } = draft ?? { week: weekOf(saved.weekly), away: saved.away }
  const save = useAction(updateAvailability, {
    stale: [getAvailability, suggestTimes],
    onDone: () => setDraft(null),
  })
  const change = (next: Week) => setDraft({ week: next, away })
  const lines = formatWeek(week)
  return (
    <>
      <Section
        title="My week"
        lead={
          <>
            <p>When you can usually play. Only you see this: others see suggested times, and nothing else.</p>
            <p className="mt-3">Drag with the mouse to paint. On a phone tap a half hour, or hold it and then drag.</p>
          </>
        }
      >
        <div className="mb-4 flex flex-wrap gap-3">
          <Button size="sm" variant="secondary" onClick={() => change(copyMonday(week))}>
            Copy Monday to weekdays
          </Button>
          <Button size="sm" variant="quiet" onClick={() => change(weekOf([]))}>
            Clear the week
          </Button>
        </div>
        <WeekGrid week={week} onChange={change} />
        <div className="mt-4 text-sm text-ink-soft">
          {lines.length === 0 ? (
            <p>Until you paint something, we suggest weekday evenings and weekend mornings.</p>
          ) : (
            <ul aria-label="My week in words">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </div>
      </Section>
      <Section title="Days away" lead="Holidays, or an injury. No times are suggested on these days.">
        <DaysAway away={away} onChange={(next) => setDraft({ week, away: next })} />
      </Section>
      <div className="sticky bottom-0 flex flex-wrap items-center gap-4 border-t border-line bg-chalk py-4">
        <Button
          busy={save.busy}
          onClick={() =>
            save.run({
              body: {
                weekly: hoursOf(week),
                away: away.map(({ from, to }) => ({ from: wireDay(from), to: wireDay(to) })),
              },
            })
          }
        >
          Save my availability
        </Button>
        {draft && <p className="text-sm text-ink-soft">Not saved yet.</p>}
      </div>
    </>
  )
}

type Draft = { week: Week; away: Away[] }

function readDraft(stored: unknown): Draft | null {
  const { week, away } = stored as Partial<Record<keyof Draft, unknown>>
  return isWeek(week) && Array.isArray(away) ? { week, away: away as Away[] } : null
}
