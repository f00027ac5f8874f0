import { listShortcuts } from '#/web/shortcuts.web.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Keys } from '#/web/ui/Keys.tsx'

/** The keys of the desk. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const groups = Object.entries(Object.groupBy(listShortcuts(), ({ group }) => group))
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" size="lg">
      <div className="gap-6 sm:columns-2">
        {groups.map(([group, shortcuts = []]) => (
          <section key={group} className="mb-6 break-inside-avoid">
            <h3 className="mb-2 font-[650]">{group}</h3>
            <dl>
              {Object.entries(Object.groupBy(shortcuts, ({ title }) => title)).map(([title, ways = []]) => (
                <div key={title} className="flex items-center justify-between gap-4 border-b border-line py-1.5">
                  <dt>{title}</dt>
                  {ways.map(({ keys }) => (
                    <dd key={keys} className="not-last:ml-auto">
                      <Keys keys={keys} />
                    </dd>
                  ))}
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
