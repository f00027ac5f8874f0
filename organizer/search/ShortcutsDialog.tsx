import { listShortcuts } from '#/web/shortcuts.web.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Keys } from '#/web/ui/Keys.tsx'

/** The keys of the desk. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const groups = Object.entries(Object.groupBy(listShortcuts(), ({ group }) => group))
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" size="lg">
      <div className="grid gap-6 sm:grid-cols-2">
        {groups.map(([group, shortcuts = []]) => (
          <section key={group}>
            <h3 className="mb-2 font-[650]">{group}</h3>
            <dl className="flex flex-col">
              {shortcuts.map(({ keys, title }) => (
                <div key={keys} className="flex items-center justify-between gap-4 border-b border-line py-1.5">
                  <dt>{title}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
