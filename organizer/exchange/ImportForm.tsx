import { useRef, useState } from 'react'
import { listedAreas } from '#/contract/areas.ts'
import { listedLevels } from '#/contract/levels.ts'
import { organization } from '#/contract/organization.ts'
import { listedSeasons } from '#/contract/seasons.ts'
import { listDivisions } from '#/features/calls.gen.ts'
import { useDownload } from '#/web/use-download.ts'
import { useNavigate } from '#/web/router.tsx'
import { ApiError, call } from '#/web/call.ts'
import { saveOwn } from '#/web/download.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { upload } from '#/web/upload.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'
import { Progress } from '#/web/ui/Progress.tsx'
import { startImport } from '#/organizer/calls.gen.ts'
import { MAX_FILE_BYTES } from './contract.ts'
import { importFields, sampleRows, type ImportKind } from './import-fields.ts'
import { importWords } from './format.ts'

/** Uploads one kind of file, with its columns and a sample. */
export function ImportForm({ kind }: { kind: ImportKind }) {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const [sent, setSent] = useState<number | null>(null)
  const [pasted, setPasted] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { title, lead } = importWords[kind]
  const sample = useDownload(() => saveSample(kind))

  async function send(file: File | undefined) {
    if (!file) return
    if (file.size > MAX_FILE_BYTES) return setProblem('This file is larger than 10 MB. Please split it.')
    const form = new FormData()
    form.set('kind', kind)
    form.set('file', file)
    await sendForm(form)
  }

  async function sendForm(form: FormData) {
    setProblem(null)
    setSent(0)
    try {
      const { task_id } = await upload(startImport, form, setSent)
      await navigate(deskPaths.exchangeTask(task_id))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.fields['file'] ?? error.message)
      setSent(null)
    }
  }

  return (
    <Card as="li" className="flex flex-col gap-4">
      <h3 className="lettering text-xl">{title}</h3>
      <p className="text-ink-soft">{lead}</p>
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      {sent !== null ? (
        <Progress label="Sending the file" done={Math.round(sent * 100)} total={100} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <input
            ref={input}
            type="file"
            accept=".xlsx,.csv,.txt,.tsv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            hidden
            tabIndex={-1}
            aria-label={`File of ${kind}`}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              // Lets the same file be chosen again after a correction.
              currentTarget.value = ''
              void send(file)
            }}
          />
          <Button onClick={() => input.current?.click()}>
            Choose a file<span className="sr-only"> of {kind}</span>
          </Button>
          <Button variant="secondary" busy={sample.busy} onClick={sample.run}>
            Sample<span className="sr-only"> of {kind}</span>
          </Button>
        </div>
      )}
      {sent === null && (
        <details>
          <summary className="min-h-6 cursor-pointer text-sm text-ink-soft">Paste a table</summary>
          <div className="mt-2 flex flex-col gap-3">
            <TextArea
              name={`pasted-${kind}`}
              label={`Rows of ${kind}`}
              hint="Copied from a spreadsheet, with their headings"
              rows={4}
              value={pasted}
              onChange={({ currentTarget }) => setPasted(currentTarget.value)}
            />
            <div>
              <Button
                variant="secondary"
                onClick={() => {
                  if (pasted.trim() === '') return setProblem('Please paste a table first.')
                  const form = new FormData()
                  form.set('kind', kind)
                  form.set('text', pasted)
                  void sendForm(form)
                }}
              >
                Check the table<span className="sr-only"> of {kind}</span>
              </Button>
            </div>
          </div>
        </details>
      )}
      <details>
        <summary className="min-h-6 cursor-pointer text-sm text-ink-soft">Columns</summary>
        <dl className="mt-2 flex flex-col gap-1 text-sm">
          {importFields[kind].map(({ name, label, required, hint }) => (
            <div key={name} className="flex flex-wrap gap-x-2">
              <dt className="font-[650]">
                {label}
                {required && <span className="font-normal"> (required)</span>}
              </dt>
              <dd className="text-ink-soft">{hint}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Card>
  )
}

async function saveSample(kind: ImportKind): Promise<void> {
  const { items } = await call(listDivisions, {})
  const division = items.find((each) => each.kind === 'singles') ?? items[0]
  // The sample's days are in this season, which an import creates for any year if seasons open automatically.
  const season = listedSeasons().find(({ slug }) => slug === 'fall') ?? listedSeasons()[0]
  const levels = listedLevels()
  const of = {
    season: season?.name ?? '',
    division: division?.name ?? '',
    area: listedAreas()[0]?.name ?? '',
    phone: organization().support_phone,
    level: levels[Math.floor(levels.length / 2)]?.name ?? '',
  }
  const text = sampleRows(kind, of)
    .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\r\n')
  saveOwn(new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv' }), `sample-${kind}.csv`)
}
