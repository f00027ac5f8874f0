import type { ScoreForm } from '#/features/matches/score-form.web.ts'
import { playersReadReason } from '#/organizer/desk/ReasonDialog.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'

/** The organizer's reason for entering a score. */
export function ScoreReason({ form }: { form: ScoreForm }) {
  return <TextArea {...form.field('reason')} label="Reason" hint={playersReadReason} maxLength={500} />
}
