import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'

type TabsProps = {
  label: string
  tabs: readonly { id: string; label: string; content: ReactNode }[]
  selected?: string
  onSelect?: (id: string) => void
}

/** Panels in one place, for what does not belong into the address; else use TabLinks. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  return (
    <AriaTabs
      {...(selected !== undefined && { selectedKey: selected })}
      {...(onSelect && { onSelectionChange: (key) => onSelect(String(key)) })}
    >
      <TabList aria-label={label} className="flex flex-wrap gap-x-1 border-b-2 border-ink">
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            id={tab.id}
            className="-mb-0.5 flex min-h-12 cursor-pointer items-center border-b-4 border-transparent px-4 text-ink-soft outline-offset-[-3px] hover:bg-sunk hover:text-ink data-[selected]:border-ink data-[selected]:bg-surface data-[selected]:font-[680] data-[selected]:text-ink"
          >
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="pt-5">
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
