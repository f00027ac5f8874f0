/**
 * What the program is called: in what it tells its operator, at the terminal and in the log. What players and organizers read
 * has the name of their organization (contract/organization.ts).
 */
export const PRODUCT_NAME = 'Deuce'
