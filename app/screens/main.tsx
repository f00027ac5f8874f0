import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { knowAreas, type Area } from '#/contract/areas.ts'
import { Screens } from './routes.tsx'
import { applyTheme, storedTheme } from '#/web/ui/theme.ts'
import '#/web/ui/theme.css'

applyTheme(storedTheme())

const areas = document.getElementById('areas')?.textContent
if (areas) knowAreas(JSON.parse(areas) as Area[])

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its #root')

createRoot(root).render(
  <StrictMode>
    <Screens />
  </StrictMode>,
)
