import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { knowAreas, type Area } from '#/contract/areas.ts'
import { knowOrganization, type Organization } from '#/contract/organization.ts'
import { Screens } from './routes.tsx'
import { CodeMissing } from '#/web/lazy-screen.tsx'
import { applyTheme, storedTheme } from '#/web/ui/theme.ts'
import '#/web/ui/theme.css'

applyTheme(storedTheme())

const organization = document.getElementById('organization')?.textContent
if (organization) knowOrganization(JSON.parse(organization) as Organization)

const areas = document.getElementById('areas')?.textContent
if (areas) knowAreas(JSON.parse(areas) as Area[])

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its #root')

createRoot(root, {
  // The screen itself says that its code did not arrive.
  onCaughtError: (error) => !(error instanceof CodeMissing) && console.error(error),
}).render(
  <StrictMode>
    <Screens />
  </StrictMode>,
)
