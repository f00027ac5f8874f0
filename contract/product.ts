/**
 * The program's name, for its operator: at the terminal and in the log. Players and organizers see the name of their
 * organization instead (contract/organization.ts).
 */
export const PRODUCT_NAME = 'Deuce'
