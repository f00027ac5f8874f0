import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { knowAreas, type Area } from '#/contract/areas.ts'
import { knowOrganization, organization, type Organization } from '#/contract/organization.ts'
import { Screens } from './routes.tsx'
import { CodeMissing } from '#/web/lazy-screen.tsx'
import { applyTheme, storedTheme } from '#/web/ui/theme.ts'
import { setRegion } from '#/web/ui/region.ts'
import '#/web/ui/theme.css'

applyTheme(storedTheme())

const served = document.getElementById('organization')?.textContent
if (served) knowOrganization(JSON.parse(served) as Organization)
setRegion(organization())

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
