import { createContext } from 'react'

/** Whether the screen is a signed-in player's. Elsewhere nobody's page or photo is known, and names are not links. */
export const KnowsPeople = createContext(false)
