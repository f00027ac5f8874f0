import { reportPhoto as reportPhotoCall } from '#/features/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'
import { reportPhoto } from './page-contract.ts'

/** Asks what is wrong with a photo. */
export function ReportPhotoDialog({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const report = useAction(reportPhotoCall, { onDone: onClose })
  const form = useForm({
    schema: reportPhoto.body,
    initial: { reason: '' },
    onSubmit: (body) => report.submit({ params: { id }, body }),
  })
  return (
    <FormDialog
      title="Report this photo"
      description={`The organizers look at the photo of ${name}. They see that you have reported it; ${name} does not.`}
      confirm="Report"
      form={form}
      onClose={onClose}
    >
      <TextArea {...form.field('reason')} label="What is wrong with it?" rows={2} />
    </FormDialog>
  )
}
