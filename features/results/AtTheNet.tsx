import { paths } from '#/contract/paths.ts'
import { useSite } from '#/web/served-page.ts'
import { Card } from '#/web/ui/Card.tsx'
import { QrCode } from '#/web/ui/QrCode.tsx'

/** A QR code of the result's public link, for the opponent to scan right after the match. */
export function AtTheNet({ id }: { id: number }) {
  const site = useSite()
  return (
    <Card>
      <section aria-labelledby="at-the-net" className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <QrCode
          text={site + paths.result(id)}
          label="A code with the address of this result, for the other side's camera."
          className="size-48 rounded-md"
        />
        <div className="flex min-w-56 flex-1 flex-col gap-2">
          <h2 id="at-the-net" className="lettering text-xl">
            Still at the net?
          </h2>
          <p>Your opponent scans this code, signs in on their own phone and confirms with one press.</p>
          <p className="text-sm text-ink-soft">This page shows it as soon as they have.</p>
        </div>
      </section>
    </Card>
  )
}
