export const doublesLevels = ['Women', 'Men', 'Mix'] as const
export type DoublesLevel = (typeof doublesLevels)[number]
export const genders = ['Male', 'Female'] as const
export type Gender = (typeof genders)[number]
export const purchaseStatuses = ['Pending', 'Paid', 'Confirmed', 'Closed', 'Refunded', 'Failed'] as const
export type PurchaseStatus = (typeof purchaseStatuses)[number]

export const surfaces = ['Hard', 'Clay', 'Grass', 'Carpet', 'Artificial grass'] as const
export type Surface = (typeof surfaces)[number]
