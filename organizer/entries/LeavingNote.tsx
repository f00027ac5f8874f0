import { formatTotal } from '#/contract/format.ts'
import { previewLeaving } from '#/organizer/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import type { LeavingPreview } from './contract.ts'
import { formatPlaceAndRecord } from './format.ts'

/** Shows, before somebody decides, how the league changes if the entry of this line leaves. */
export function LeavingNote({ purchase_id }: { purchase_id: number }) {
  const read = useRead(previewLeaving, { params: { id: purchase_id } })
  if (!read.data) return <Loaded of={read} loading="Working out the table" skeleton={{ kind: 'lines', count: 3 }} />
  if (read.data.sealed) return <Notice title="The season is over">The table stays; only the money moves.</Notice>
  return read.data.leaves ? <Changes preview={read.data} /> : null
}

function Changes({ preview: { results, open_matches, lines, opponents } }: { preview: LeavingPreview }) {
  const lost = [
    ...(results > 0
      ? [`${formatTotal(results, 'result', 'results')} no longer ${results === 1 ? 'counts' : 'count'}`]
      : []),
    ...(open_matches > 0 ? [`${formatTotal(open_matches, 'open match is', 'open matches are')} deleted`] : []),
  ]
  if (lost.length === 0) return <p className="text-ink-soft">Nothing changes for the other players.</p>
  const names = opponents.map(({ name }) => name).join(', ')
  return (
    <div className="flex flex-col gap-3">
      <p>{`${lost.join(', and ')} (${names}). Players whose place, record or open match changes are notified.`}</p>
      {lines.length > 0 && (
        <table className="w-full border-collapse text-left">
          <caption className="sr-only">The table before and after</caption>
          <thead>
            <tr className="border-b-2 border-ink text-sm text-ink-soft">
              {['Player', 'Now', 'After'].map((header) => (
                <th key={header} scope="col" className="py-2 pr-3 font-[650]">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ entry_id, name, before, after }) => (
              <tr key={entry_id} className="border-b border-line">
                <th scope="row" className="py-2 pr-3 font-[650] wrap-anywhere">
                  {name}
                </th>
                <td className="tabular py-2 pr-3">{formatPlaceAndRecord(before)}</td>
                <td className="tabular py-2 pr-3">{formatPlaceAndRecord(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
