// Written by `npm run calls`.
import type { Call, ListCall } from '#/contract/endpoint.ts'
import type * as apiKeys from '#/organizer/api-keys/contract.ts'
import type * as areas from '#/organizer/areas/contract.ts'
import type * as audit from '#/organizer/audit/contract.ts'
import type * as bulk from '#/organizer/bulk/contract.ts'
import type * as checks from '#/organizer/checks/contract.ts'
import type * as closedDays from '#/organizer/closed-days/contract.ts'
import type * as coupons from '#/organizer/coupons/contract.ts'
import type * as courts from '#/organizer/courts/contract.ts'
import type * as demo from '#/organizer/demo/contract.ts'
import type * as desk from '#/organizer/desk/contract.ts'
import type * as divisions from '#/organizer/divisions/contract.ts'
import type * as embed from '#/organizer/embed/contract.ts'
import type * as entries from '#/organizer/entries/contract.ts'
import type * as evenings from '#/organizer/evenings/contract.ts'
import type * as exchange from '#/organizer/exchange/contract.ts'
import type * as leagues from '#/organizer/leagues/contract.ts'
import type * as levels from '#/organizer/levels/contract.ts'
import type * as mailTexts from '#/organizer/mail-texts/contract.ts'
import type * as matchFormats from '#/organizer/match-formats/contract.ts'
import type * as matches from '#/organizer/matches/contract.ts'
import type * as merges from '#/organizer/merges/contract.ts'
import type * as messages from '#/organizer/messages/contract.ts'
import type * as organization from '#/organizer/organization/contract.ts'
import type * as overview from '#/organizer/overview/contract.ts'
import type * as payments from '#/organizer/payments/contract.ts'
import type * as people from '#/organizer/people/contract.ts'
import type * as players from '#/organizer/players/contract.ts'
import type * as playersCorrection from '#/organizer/players/correction-contract.ts'
import type * as playoffs from '#/organizer/playoffs/contract.ts'
import type * as questions from '#/organizer/questions/contract.ts'
import type * as schedule from '#/organizer/schedule/contract.ts'
import type * as search from '#/organizer/search/contract.ts'
import type * as seasons from '#/organizer/seasons/contract.ts'
import type * as security from '#/organizer/security/contract.ts'
import type * as setup from '#/organizer/setup/contract.ts'
import type * as texts from '#/organizer/texts/contract.ts'
import type * as unplayed from '#/organizer/unplayed/contract.ts'
import type * as views from '#/organizer/views/contract.ts'
import type * as webhooks from '#/organizer/webhooks/contract.ts'

export const createApiKey: Call<typeof apiKeys.createApiKey> = { method: 'POST', path: '/organizer/api-keys', access: 'organizer', reauthenticate: true }
export const deleteApiKey: Call<typeof apiKeys.deleteApiKey> = { method: 'DELETE', path: '/organizer/api-keys/{id}', access: 'organizer' }
export const listApiKeys: Call<typeof apiKeys.listApiKeys> = { method: 'GET', path: '/organizer/api-keys', access: 'organizer' }
export const archiveArea: Call<typeof areas.archiveArea> = { method: 'POST', path: '/organizer/areas/{slug}/archive', access: 'owner' }
export const changeArea: Call<typeof areas.changeArea> = { method: 'PUT', path: '/organizer/areas/{slug}', access: 'owner' }
export const createArea: Call<typeof areas.createArea> = { method: 'POST', path: '/organizer/areas', access: 'owner' }
export const listOrganizerAreas: Call<typeof areas.listOrganizerAreas> = { method: 'GET', path: '/organizer/areas', access: 'organizer' }
export const orderAreas: Call<typeof areas.orderAreas> = { method: 'PUT', path: '/organizer/areas/order', access: 'owner' }
export const previewArchiving: Call<typeof areas.previewArchiving> = { method: 'GET', path: '/organizer/areas/{slug}/archive', access: 'owner' }
export const restoreArea: Call<typeof areas.restoreArea> = { method: 'POST', path: '/organizer/areas/{slug}/restore', access: 'owner' }
export const exportAuditLog: Call<typeof audit.exportAuditLog> = { method: 'GET', path: '/organizer/audit-log/export', access: 'organizer', reauthenticate: true }
export const listAuditLog: ListCall<typeof audit.listAuditLog> = { method: 'GET', path: '/organizer/audit-log', access: 'organizer', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 }, area: { kind: 'area', optional: true }, kind: { kind: 'text', trim: false, most: 60, optional: true }, subject: { kind: 'text', trim: false, most: 120, optional: true }, by: { kind: 'number', least: 1, most: 2147483647, optional: true }, league_id: { kind: 'number', least: 1, most: 2147483647, optional: true }, from: { kind: 'day', optional: true }, to: { kind: 'day', optional: true }, search: { kind: 'text', trim: true, most: 100, optional: true } } }
export const undoAct: Call<typeof audit.undoAct> = { method: 'POST', path: '/organizer/audit-log/{id}/undo', access: 'organizer' }
export const getBulkReport: Call<typeof bulk.getBulkReport> = { method: 'GET', path: '/organizer/bulk/{task_id}', access: 'organizer' }
export const previewBulk: Call<typeof bulk.previewBulk> = { method: 'POST', path: '/organizer/bulk/preview', access: 'organizer' }
export const startBulk: Call<typeof bulk.startBulk> = { method: 'POST', path: '/organizer/bulk', access: 'organizer' }
export const listDataChecks: Call<typeof checks.listDataChecks> = { method: 'GET', path: '/organizer/data-checks', access: 'owner' }
export const startDataChecks: Call<typeof checks.startDataChecks> = { method: 'POST', path: '/organizer/data-checks', access: 'owner' }
export const createClosedDays: Call<typeof closedDays.createClosedDays> = { method: 'POST', path: '/organizer/closed-days', access: 'organizer' }
export const deleteClosedDays: Call<typeof closedDays.deleteClosedDays> = { method: 'DELETE', path: '/organizer/closed-days/{id}', access: 'organizer' }
export const listClosedDays: ListCall<typeof closedDays.listClosedDays> = { method: 'GET', path: '/organizer/closed-days', access: 'organizer', fields: { area: { kind: 'area', optional: true }, page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 } } }
export const previewClosedDays: Call<typeof closedDays.previewClosedDays> = { method: 'POST', path: '/organizer/closed-days/preview', access: 'organizer' }
export const changeCoupon: Call<typeof coupons.changeCoupon> = { method: 'PUT', path: '/organizer/coupons/{id}', access: 'owner', reauthenticate: true }
export const createCoupon: Call<typeof coupons.createCoupon> = { method: 'POST', path: '/organizer/coupons', access: 'owner', reauthenticate: true }
export const deleteCoupon: Call<typeof coupons.deleteCoupon> = { method: 'DELETE', path: '/organizer/coupons/{id}', access: 'owner', reauthenticate: true }
export const listCoupons: ListCall<typeof coupons.listCoupons> = { method: 'GET', path: '/organizer/coupons', access: 'owner', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 } } }
export const changeCourt: Call<typeof courts.changeCourt> = { method: 'PUT', path: '/organizer/courts/{id}', access: 'organizer' }
export const createCourt: Call<typeof courts.createCourt> = { method: 'POST', path: '/organizer/courts', access: 'organizer' }
export const listOrganizerCourts: ListCall<typeof courts.listOrganizerCourts> = { method: 'GET', path: '/organizer/courts', access: 'organizer', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 60 }, area: { kind: 'area', optional: true }, search: { kind: 'text', trim: true, most: 100, optional: true } } }
export const restoreCourt: Call<typeof courts.restoreCourt> = { method: 'POST', path: '/organizer/courts/{id}/restore', access: 'organizer' }
export const retireCourt: Call<typeof courts.retireCourt> = { method: 'POST', path: '/organizer/courts/{id}/retire', access: 'organizer' }
export const getDemoClock: Call<typeof demo.getDemoClock> = { method: 'GET', path: '/organizer/demo/clock', access: 'owner' }
export const playForward: Call<typeof demo.playForward> = { method: 'POST', path: '/organizer/demo/clock', access: 'owner' }
export const getOverview: Call<typeof desk.getOverview> = { method: 'GET', path: '/organizer/overview', access: 'organizer' }
export const getTask: Call<typeof desk.getTask> = { method: 'GET', path: '/organizer/tasks/{id}', access: 'organizer' }
export const startExport: Call<typeof desk.startExport> = { method: 'POST', path: '/organizer/exports', access: 'organizer', reauthenticate: true }
export const changeDivision: Call<typeof divisions.changeDivision> = { method: 'PUT', path: '/organizer/divisions/{id}', access: 'owner', reauthenticate: true }
export const createDivision: Call<typeof divisions.createDivision> = { method: 'POST', path: '/organizer/divisions', access: 'owner', reauthenticate: true }
export const createUsualDivisions: Call<typeof divisions.createUsualDivisions> = { method: 'POST', path: '/organizer/divisions/usual', access: 'owner', reauthenticate: true }
export const listOrganizerDivisions: Call<typeof divisions.listOrganizerDivisions> = { method: 'GET', path: '/organizer/divisions', access: 'organizer' }
export const orderDivisions: Call<typeof divisions.orderDivisions> = { method: 'PUT', path: '/organizer/divisions/order', access: 'owner' }
export const restoreDivision: Call<typeof divisions.restoreDivision> = { method: 'POST', path: '/organizer/divisions/{id}/restore', access: 'owner' }
export const retireDivision: Call<typeof divisions.retireDivision> = { method: 'POST', path: '/organizer/divisions/{id}/retire', access: 'owner' }
export const changePublicPages: Call<typeof embed.changePublicPages> = { method: 'PUT', path: '/organizer/public-pages/{area}', access: 'organizer' }
export const listPublicPages: Call<typeof embed.listPublicPages> = { method: 'GET', path: '/organizer/public-pages', access: 'organizer' }
export const deductPoints: Call<typeof entries.deductPoints> = { method: 'POST', path: '/organizer/leagues/{id}/deductions', access: 'organizer' }
export const enterPlayer: Call<typeof entries.enterPlayer> = { method: 'POST', path: '/organizer/entries', access: 'organizer', reauthenticate: true }
export const freezeEntry: Call<typeof entries.freezeEntry> = { method: 'POST', path: '/organizer/entries/{id}/freeze', access: 'organizer' }
export const getOrganizerEntry: Call<typeof entries.getOrganizerEntry> = { method: 'GET', path: '/organizer/entries/{id}', access: 'organizer' }
export const listEntryChoices: Call<typeof entries.listEntryChoices> = { method: 'GET', path: '/organizer/entries/choices', access: 'organizer' }
export const listOrganizerEntries: ListCall<typeof entries.listOrganizerEntries> = { method: 'GET', path: '/organizer/entries', access: 'organizer', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 }, area: { kind: 'area', optional: true }, search: { kind: 'text', trim: true, most: 100, optional: true }, season_id: { kind: 'number', least: 1, most: 2147483647, optional: true }, division: { kind: 'text', trim: true, most: 60, optional: true }, league_id: { kind: 'number', least: 1, most: 2147483647, optional: true }, state: { kind: 'choice', values: ['standing', 'without_partner', 'invited', 'left', 'all'], fallback: 'standing' }, sort: { kind: 'choice', values: ['-created', 'created', 'name', '-name'], fallback: '-created' } } }
export const moveEntry: Call<typeof entries.moveEntry> = { method: 'POST', path: '/organizer/entries/{id}/move', access: 'organizer' }
export const previewLeaving: Call<typeof entries.previewLeaving> = { method: 'GET', path: '/organizer/purchases/{id}/leaving', access: 'organizer' }
export const replacePlayer: Call<typeof entries.replacePlayer> = { method: 'POST', path: '/organizer/entries/{id}/replace', access: 'organizer', reauthenticate: true }
export const searchEntrants: Call<typeof entries.searchEntrants> = { method: 'GET', path: '/organizer/entrants', access: 'organizer' }
export const withdrawEntry: Call<typeof entries.withdrawEntry> = { method: 'POST', path: '/organizer/entries/{id}/withdraw', access: 'organizer', reauthenticate: true }
export const withdrawEntryInvitation: Call<typeof entries.withdrawEntryInvitation> = { method: 'POST', path: '/organizer/entry-invitations/{id}/withdraw', access: 'organizer' }
export const moveEvening: Call<typeof evenings.moveEvening> = { method: 'POST', path: '/organizer/evenings', access: 'organizer' }
export const previewEvening: Call<typeof evenings.previewEvening> = { method: 'POST', path: '/organizer/evenings/preview', access: 'organizer' }
export const checkImport: Call<typeof exchange.checkImport> = { method: 'POST', path: '/organizer/imports/{task_id}/check', access: 'organizer' }
export const getExchangeTask: Call<typeof exchange.getExchangeTask> = { method: 'GET', path: '/organizer/exchange/{task_id}', access: 'organizer' }
export const getImportRest: Call<typeof exchange.getImportRest> = { method: 'GET', path: '/organizer/imports/{task_id}/rest', access: 'organizer', reauthenticate: true }
export const getTaskFile: Call<typeof exchange.getTaskFile> = { method: 'GET', path: '/organizer/tasks/{id}/file', access: 'organizer', reauthenticate: true }
export const listExchangeTasks: Call<typeof exchange.listExchangeTasks> = { method: 'GET', path: '/organizer/exchange', access: 'organizer' }
export const startImport: Call<typeof exchange.startImport> = { method: 'POST', path: '/organizer/imports', access: 'organizer' }
export const storeImport: Call<typeof exchange.storeImport> = { method: 'POST', path: '/organizer/imports/{task_id}/store', access: 'organizer', reauthenticate: true }
export const undoImport: Call<typeof exchange.undoImport> = { method: 'POST', path: '/organizer/imports/{task_id}/undo', access: 'organizer', reauthenticate: true }
export const getOrganizerLeague: Call<typeof leagues.getOrganizerLeague> = { method: 'GET', path: '/organizer/leagues/{id}', access: 'organizer' }
export const listLeagueSchedule: Call<typeof leagues.listLeagueSchedule> = { method: 'GET', path: '/organizer/leagues/{id}/schedule', access: 'organizer' }
export const listLeagueWaitList: ListCall<typeof leagues.listLeagueWaitList> = { method: 'GET', path: '/organizer/leagues/{id}/wait-list', access: 'organizer', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 } } }
export const listOrganizerLevels: Call<typeof levels.listOrganizerLevels> = { method: 'GET', path: '/organizer/levels', access: 'organizer' }
export const reviewLevels: ListCall<typeof levels.reviewLevels> = { method: 'GET', path: '/organizer/levels/review', access: 'organizer', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 }, area: { kind: 'area', optional: true } } }
export const saveLevels: Call<typeof levels.saveLevels> = { method: 'PUT', path: '/organizer/levels', access: 'owner' }
export const listMailTexts: Call<typeof mailTexts.listMailTexts> = { method: 'GET', path: '/organizer/mail-texts', access: 'owner' }
export const previewMailText: Call<typeof mailTexts.previewMailText> = { method: 'POST', path: '/organizer/mail-texts/{kind}/preview', access: 'owner', reads: true }
export const resetMailText: Call<typeof mailTexts.resetMailText> = { method: 'DELETE', path: '/organizer/mail-texts/{kind}', access: 'owner' }
export const saveMailText: Call<typeof mailTexts.saveMailText> = { method: 'PUT', path: '/organizer/mail-texts/{kind}', access: 'owner' }
export const changeMatchFormat: Call<typeof matchFormats.changeMatchFormat> = { method: 'PUT', path: '/organizer/match-formats/{id}', access: 'owner' }
export const createMatchFormat: Call<typeof matchFormats.createMatchFormat> = { method: 'POST', path: '/organizer/match-formats', access: 'owner' }
export const listMatchFormats: Call<typeof matchFormats.listMatchFormats> = { method: 'GET', path: '/organizer/match-formats', access: 'organizer' }
export const restoreMatchFormat: Call<typeof matchFormats.restoreMatchFormat> = { method: 'POST', path: '/organizer/match-formats/{id}/restore', access: 'owner' }
export const retireMatchFormat: Call<typeof matchFormats.retireMatchFormat> = { method: 'POST', path: '/organizer/match-formats/{id}/retire', access: 'owner' }
export const enterResult: Call<typeof matches.enterResult> = { method: 'POST', path: '/organizer/results', access: 'organizer' }
export const getOrganizerMatch: Call<typeof matches.getOrganizerMatch> = { method: 'GET', path: '/organizer/matches/{id}', access: 'organizer' }
export const giveWalkovers: Call<typeof matches.giveWalkovers> = { method: 'POST', path: '/organizer/walk-overs', access: 'organizer' }
export const listMatchesToEnter: Call<typeof matches.listMatchesToEnter> = { method: 'GET', path: '/organizer/matches/to-enter', access: 'organizer' }
export const listOrganizerChoices: Call<typeof matches.listOrganizerChoices> = { method: 'GET', path: '/organizer/matches/choices', access: 'organizer' }
export const listOrganizerMatches: ListCall<typeof matches.listOrganizerMatches> = { method: 'GET', path: '/organizer/matches', access: 'organizer', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 }, area: { kind: 'area', optional: true }, season: { kind: 'season', optional: true }, year: { kind: 'number', least: 2000, most: 2999, optional: true }, division: { kind: 'text', trim: true, most: 60, optional: true }, league_id: { kind: 'number', least: 1, most: 2147483647, optional: true }, state: { kind: 'choice', values: ['disputed', 'overdue', 'clashing', 'unconfirmed', 'late', 'to_arrange', 'arranged', 'played', 'voided', 'any'], optional: true }, player: { kind: 'text', trim: true, most: 100, optional: true }, sort: { kind: 'choice', values: ['date', '-date'], optional: true } } }
export const listSilent: ListCall<typeof matches.listSilent> = { method: 'GET', path: '/organizer/silent', access: 'organizer', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 }, area: { kind: 'area', optional: true }, season: { kind: 'season', optional: true }, year: { kind: 'number', least: 2000, most: 2999, optional: true }, division: { kind: 'text', trim: true, most: 60, optional: true } } }
export const settleByScore: Call<typeof matches.settleByScore> = { method: 'POST', path: '/organizer/matches/{id}/score', access: 'organizer' }
export const settleByVersion: Call<typeof matches.settleByVersion> = { method: 'POST', path: '/organizer/matches/{id}/settle', access: 'organizer' }
export const voidResult: Call<typeof matches.voidResult> = { method: 'POST', path: '/organizer/matches/{id}/void', access: 'organizer' }
export const cancelMerge: Call<typeof merges.cancelMerge> = { method: 'POST', path: '/organizer/merge-requests/{id}/cancel', access: 'organizer' }
export const confirmMerge: Call<typeof merges.confirmMerge> = { method: 'POST', path: '/public/merge-requests/confirm', access: 'public' }
export const declineMerge: Call<typeof merges.declineMerge> = { method: 'POST', path: '/public/merge-requests/decline', access: 'public' }
export const readMerge: Call<typeof merges.readMerge> = { method: 'POST', path: '/public/merge-requests', access: 'public' }
export const countRecipients: Call<typeof messages.countRecipients> = { method: 'POST', path: '/organizer/messages/recipients', access: 'organizer', reads: true }
export const deleteMessageTemplate: Call<typeof messages.deleteMessageTemplate> = { method: 'DELETE', path: '/organizer/messages/templates/{id}', access: 'organizer' }
export const getMessage: Call<typeof messages.getMessage> = { method: 'GET', path: '/organizer/messages/{id}', access: 'organizer' }
export const listMessageRecipients: ListCall<typeof messages.listMessageRecipients> = { method: 'GET', path: '/organizer/messages/{id}/recipients', access: 'organizer', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 }, outcome: { kind: 'choice', values: ['delivered', 'bounced', 'opted_out', 'in_app', 'digest', 'unconfirmed', 'bad_address', 'suspended', 'waiting'], optional: true } } }
export const listMessageTemplates: Call<typeof messages.listMessageTemplates> = { method: 'GET', path: '/organizer/messages/templates', access: 'organizer' }
export const listMessages: ListCall<typeof messages.listMessages> = { method: 'GET', path: '/organizer/messages', access: 'organizer', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 }, league: { kind: 'number', least: 1, most: 2147483647, optional: true } } }
export const previewMessage: Call<typeof messages.previewMessage> = { method: 'POST', path: '/organizer/messages/preview', access: 'organizer' }
export const saveMessageTemplate: Call<typeof messages.saveMessageTemplate> = { method: 'PUT', path: '/organizer/messages/templates', access: 'organizer' }
export const sendOrganizerMessage: Call<typeof messages.sendOrganizerMessage> = { method: 'POST', path: '/organizer/messages', access: 'organizer' }
export const testMessage: Call<typeof messages.testMessage> = { method: 'POST', path: '/organizer/messages/test', access: 'organizer' }
export const changeOrganization: Call<typeof organization.changeOrganization> = { method: 'PUT', path: '/organizer/organization', access: 'owner' }
export const deleteLogo: Call<typeof organization.deleteLogo> = { method: 'DELETE', path: '/organizer/organization/logo', access: 'owner' }
export const getOrganization: Call<typeof organization.getOrganization> = { method: 'GET', path: '/organizer/organization', access: 'owner' }
export const updateLogo: Call<typeof organization.updateLogo> = { method: 'PUT', path: '/organizer/organization/logo', access: 'owner' }
export const getOverviewCharts: Call<typeof overview.getOverviewCharts> = { method: 'GET', path: '/organizer/overview/charts', access: 'organizer' }
export const getToDo: Call<typeof overview.getToDo> = { method: 'GET', path: '/organizer/overview/to-do', access: 'organizer' }
export const assignRefund: Call<typeof payments.assignRefund> = { method: 'POST', path: '/organizer/reconciliation/refunds', access: 'owner', reauthenticate: true }
export const bookMoney: Call<typeof payments.bookMoney> = { method: 'POST', path: '/organizer/payments/{order_id}/bookings', access: 'organizer', reauthenticate: true }
export const getCashUp: Call<typeof payments.getCashUp> = { method: 'GET', path: '/organizer/cash-up', access: 'organizer' }
export const getPaymentOrder: Call<typeof payments.getPaymentOrder> = { method: 'GET', path: '/organizer/payments/{order_id}', access: 'organizer' }
export const getReconciliation: Call<typeof payments.getReconciliation> = { method: 'GET', path: '/organizer/reconciliation', access: 'owner' }
export const handOverCash: Call<typeof payments.handOverCash> = { method: 'POST', path: '/organizer/cash-up/handovers', access: 'organizer', reauthenticate: true }
export const listPaymentSums: Call<typeof payments.listPaymentSums> = { method: 'GET', path: '/organizer/payments/areas', access: 'organizer' }
export const listPayments: ListCall<typeof payments.listPayments> = { method: 'GET', path: '/organizer/payments', access: 'organizer', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 }, area: { kind: 'area', optional: true }, season: { kind: 'season', optional: true }, year: { kind: 'number', least: 2000, most: 2999, optional: true }, division: { kind: 'text', trim: true, most: 60, optional: true }, status: { kind: 'choice', values: ['Pending', 'Paid', 'Confirmed', 'Closed', 'Refunded', 'Failed'], optional: true }, refund: { kind: 'choice', values: ['failed'], optional: true }, from: { kind: 'day', optional: true }, to: { kind: 'day', optional: true }, search: { kind: 'text', trim: true, most: 100, optional: true }, league_id: { kind: 'number', least: 1, most: 2147483647, optional: true }, sort: { kind: 'choice', values: ['-date', 'date'], fallback: '-date' } } }
export const refundPurchase: Call<typeof payments.refundPurchase> = { method: 'POST', path: '/organizer/payments/lines/{id}/refund', access: 'organizer', reauthenticate: true }
export const retryPaymentRefund: Call<typeof payments.retryPaymentRefund> = { method: 'POST', path: '/organizer/payments/refunds/{id}/retry', access: 'organizer', reauthenticate: true }
export const appointPerson: Call<typeof people.appointPerson> = { method: 'POST', path: '/organizer/people', access: 'owner', reauthenticate: true }
export const changePermissions: Call<typeof people.changePermissions> = { method: 'PUT', path: '/organizer/people/{id}', access: 'owner', reauthenticate: true }
export const dismissPerson: Call<typeof people.dismissPerson> = { method: 'DELETE', path: '/organizer/people/{id}', access: 'owner', reauthenticate: true }
export const listPeople: Call<typeof people.listPeople> = { method: 'GET', path: '/organizer/people', access: 'owner' }
export const resetPhone: Call<typeof people.resetPhone> = { method: 'DELETE', path: '/organizer/people/{id}/second-factor', access: 'owner', reauthenticate: true }
export const changeLevel: Call<typeof players.changeLevel> = { method: 'PUT', path: '/organizer/players/{id}/level', access: 'organizer' }
export const getOrganizerPlayer: Call<typeof players.getOrganizerPlayer> = { method: 'GET', path: '/organizer/players/{id}', access: 'organizer' }
export const giveFreeSeason: Call<typeof players.giveFreeSeason> = { method: 'POST', path: '/organizer/players/{id}/free-seasons', access: 'organizer', reauthenticate: true }
export const keepPhoto: Call<typeof players.keepPhoto> = { method: 'POST', path: '/organizer/players/{id}/photo/keep', access: 'organizer' }
export const listOrganizerPlayers: ListCall<typeof players.listOrganizerPlayers> = { method: 'GET', path: '/organizer/players', access: 'organizer', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 }, area: { kind: 'area', optional: true }, search: { kind: 'text', trim: true, most: 100, optional: true }, state: { kind: 'choice', values: ['open', 'suspended', 'closed', 'photo_reported'], fallback: 'open' }, sort: { kind: 'choice', values: ['name', '-name', '-joined', 'joined'], fallback: 'name' } } }
export const mergePlayers: Call<typeof players.mergePlayers> = { method: 'POST', path: '/organizer/players/{id}/merge', access: 'organizer', reauthenticate: true }
export const previewMerge: Call<typeof players.previewMerge> = { method: 'GET', path: '/organizer/players/{id}/merge', access: 'organizer' }
export const removePhoto: Call<typeof players.removePhoto> = { method: 'POST', path: '/organizer/players/{id}/photo/remove', access: 'organizer' }
export const seeAsPlayer: Call<typeof players.seeAsPlayer> = { method: 'POST', path: '/organizer/players/{id}/see', access: 'organizer', reauthenticate: true }
export const signOutPlayer: Call<typeof players.signOutPlayer> = { method: 'DELETE', path: '/organizer/players/{id}/sessions', access: 'organizer' }
export const suspendPlayer: Call<typeof players.suspendPlayer> = { method: 'PUT', path: '/organizer/players/{id}/suspension', access: 'organizer' }
export const addNote: Call<typeof playersCorrection.addNote> = { method: 'POST', path: '/organizer/players/{id}/notes', access: 'organizer' }
export const claimAccount: Call<typeof playersCorrection.claimAccount> = { method: 'POST', path: '/users/claim', access: 'public' }
export const correctEmail: Call<typeof playersCorrection.correctEmail> = { method: 'POST', path: '/organizer/players/{id}/email', access: 'organizer', reauthenticate: true }
export const correctPlayer: Call<typeof playersCorrection.correctPlayer> = { method: 'PUT', path: '/organizer/players/{id}', access: 'organizer' }
export const deleteNote: Call<typeof playersCorrection.deleteNote> = { method: 'DELETE', path: '/organizer/players/{id}/notes/{note_id}', access: 'organizer' }
export const endClaimLink: Call<typeof playersCorrection.endClaimLink> = { method: 'DELETE', path: '/organizer/players/{id}/claim-link', access: 'organizer' }
export const exportPlayerData: Call<typeof playersCorrection.exportPlayerData> = { method: 'POST', path: '/organizer/players/{id}/data', access: 'owner', reauthenticate: true }
export const listNotes: Call<typeof playersCorrection.listNotes> = { method: 'GET', path: '/organizer/players/{id}/notes', access: 'organizer' }
export const makeClaimLink: Call<typeof playersCorrection.makeClaimLink> = { method: 'POST', path: '/organizer/players/{id}/claim-link', access: 'organizer', reauthenticate: true }
export const readClaim: Call<typeof playersCorrection.readClaim> = { method: 'POST', path: '/users/claim/read', access: 'public', reads: true }
export const listOrganizerPlayoffs: ListCall<typeof playoffs.listOrganizerPlayoffs> = { method: 'GET', path: '/organizer/play-offs', access: 'organizer', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 }, area: { kind: 'area', optional: true }, season: { kind: 'season', optional: true }, year: { kind: 'number', least: 2000, most: 2999, optional: true } } }
export const makeOrganizerPlayoffs: Call<typeof playoffs.makeOrganizerPlayoffs> = { method: 'POST', path: '/organizer/play-offs/{league_id}', access: 'organizer' }
export const previewPlayoffs: Call<typeof playoffs.previewPlayoffs> = { method: 'GET', path: '/organizer/play-offs/{league_id}/preview', access: 'organizer' }
export const listOrganizerQuestions: Call<typeof questions.listOrganizerQuestions> = { method: 'GET', path: '/organizer/seasons/{id}/questions', access: 'organizer' }
export const saveQuestions: Call<typeof questions.saveQuestions> = { method: 'PUT', path: '/organizer/seasons/{id}/questions', access: 'owner' }
export const drawLeague: Call<typeof schedule.drawLeague> = { method: 'POST', path: '/organizer/leagues/{id}/draw', access: 'organizer' }
export const drawSeason: Call<typeof schedule.drawSeason> = { method: 'POST', path: '/organizer/draws', access: 'organizer' }
export const moveInDraw: Call<typeof schedule.moveInDraw> = { method: 'POST', path: '/organizer/leagues/{id}/draw/moves', access: 'organizer' }
export const previewDraw: Call<typeof schedule.previewDraw> = { method: 'GET', path: '/organizer/leagues/{id}/draw', access: 'organizer' }
export const previewDraws: ListCall<typeof schedule.previewDraws> = { method: 'GET', path: '/organizer/draws', access: 'organizer', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 60 }, area: { kind: 'area', optional: true }, season: { kind: 'season' }, year: { kind: 'number', least: 2000, most: 2999 } } }
export const searchDesk: Call<typeof search.searchDesk> = { method: 'GET', path: '/organizer/search', access: 'organizer' }
export const changeLeagues: Call<typeof seasons.changeLeagues> = { method: 'PUT', path: '/organizer/seasons/{id}/leagues', access: 'owner', reauthenticate: true }
export const changeRules: Call<typeof seasons.changeRules> = { method: 'PUT', path: '/organizer/seasons/{id}/rules', access: 'owner' }
export const changeSeason: Call<typeof seasons.changeSeason> = { method: 'PUT', path: '/organizer/seasons/{id}', access: 'owner', reauthenticate: true }
export const clearObstacle: Call<typeof seasons.clearObstacle> = { method: 'POST', path: '/organizer/seasons/{id}/closing', access: 'owner', reauthenticate: true }
export const closeSeason: Call<typeof seasons.closeSeason> = { method: 'POST', path: '/organizer/seasons/{id}/close', access: 'owner' }
export const createSeason: Call<typeof seasons.createSeason> = { method: 'POST', path: '/organizer/seasons', access: 'owner' }
export const deleteSeason: Call<typeof seasons.deleteSeason> = { method: 'DELETE', path: '/organizer/seasons/{id}', access: 'owner' }
export const getOrganizerSeason: Call<typeof seasons.getOrganizerSeason> = { method: 'GET', path: '/organizer/seasons/{id}', access: 'organizer' }
export const listOrganizerSeasons: ListCall<typeof seasons.listOrganizerSeasons> = { method: 'GET', path: '/organizer/seasons', access: 'organizer', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 }, area: { kind: 'area', optional: true } } }
export const previewClosing: Call<typeof seasons.previewClosing> = { method: 'GET', path: '/organizer/seasons/{id}/close', access: 'owner' }
export const previewRules: Call<typeof seasons.previewRules> = { method: 'POST', path: '/organizer/seasons/{id}/rules/preview', access: 'owner', reads: true }
export const readSeasonClosing: Call<typeof seasons.readSeasonClosing> = { method: 'GET', path: '/organizer/seasons/{id}/closing', access: 'owner' }
export const rollOverSeason: Call<typeof seasons.rollOverSeason> = { method: 'POST', path: '/organizer/seasons/{id}/roll-over', access: 'owner' }
export const setCapacity: Call<typeof seasons.setCapacity> = { method: 'PUT', path: '/organizer/leagues/{id}/capacity', access: 'organizer' }
export const setTemplates: Call<typeof seasons.setTemplates> = { method: 'PUT', path: '/organizer/seasons/templates', access: 'owner' }
export const confirmSecondFactor: Call<typeof security.confirmSecondFactor> = { method: 'POST', path: '/organizer/second-factor/confirm', access: 'organizer', reauthenticate: true }
export const endSecondFactor: Call<typeof security.endSecondFactor> = { method: 'DELETE', path: '/organizer/second-factor', access: 'organizer', reauthenticate: true }
export const getOrganizer: Call<typeof security.getOrganizer> = { method: 'GET', path: '/organizer/desk', access: 'player' }
export const giveSecondFactor: Call<typeof security.giveSecondFactor> = { method: 'POST', path: '/organizer/second-factor/check', access: 'player' }
export const reauthenticateOrganizer: Call<typeof security.reauthenticateOrganizer> = { method: 'POST', path: '/organizer/reauthenticate', access: 'organizer' }
export const startSecondFactor: Call<typeof security.startSecondFactor> = { method: 'POST', path: '/organizer/second-factor', access: 'organizer', reauthenticate: true }
export const applyStarterKit: Call<typeof setup.applyStarterKit> = { method: 'POST', path: '/organizer/setup/starter-kit', access: 'owner' }
export const beginSetup: Call<typeof setup.beginSetup> = { method: 'POST', path: '/organizer/setup/beginning', access: 'owner' }
export const checkPayments: Call<typeof setup.checkPayments> = { method: 'POST', path: '/organizer/setup/payments', access: 'owner' }
export const copySetup: Call<typeof setup.copySetup> = { method: 'GET', path: '/organizer/setup/copy', access: 'owner' }
export const createOwner: Call<typeof setup.createOwner> = { method: 'POST', path: '/public/owner', access: 'public' }
export const getPresets: Call<typeof setup.getPresets> = { method: 'GET', path: '/organizer/presets', access: 'owner' }
export const getSetup: Call<typeof setup.getSetup> = { method: 'GET', path: '/organizer/setup', access: 'owner' }
export const goOnSale: Call<typeof setup.goOnSale> = { method: 'POST', path: '/organizer/setup/open', access: 'owner' }
export const sendTestMail: Call<typeof setup.sendTestMail> = { method: 'POST', path: '/organizer/setup/test-mail', access: 'owner' }
export const getOrganizerText: Call<typeof texts.getOrganizerText> = { method: 'GET', path: '/organizer/texts/{key}', access: 'organizer' }
export const listOrganizerTexts: Call<typeof texts.listOrganizerTexts> = { method: 'GET', path: '/organizer/texts', access: 'organizer' }
export const previewText: Call<typeof texts.previewText> = { method: 'POST', path: '/organizer/texts/preview', access: 'organizer', reads: true }
export const saveText: Call<typeof texts.saveText> = { method: 'PUT', path: '/organizer/texts/{key}', access: 'owner', reauthenticate: true }
export const listUnplayed: Call<typeof unplayed.listUnplayed> = { method: 'GET', path: '/organizer/unplayed', access: 'organizer' }
export const settleAllUnplayed: Call<typeof unplayed.settleAllUnplayed> = { method: 'POST', path: '/organizer/unplayed/settle-all', access: 'organizer' }
export const settleUnplayed: Call<typeof unplayed.settleUnplayed> = { method: 'POST', path: '/organizer/unplayed/settle', access: 'organizer' }
export const undoSettlements: Call<typeof unplayed.undoSettlements> = { method: 'POST', path: '/organizer/unplayed/undo', access: 'organizer' }
export const deleteView: Call<typeof views.deleteView> = { method: 'DELETE', path: '/organizer/views/{id}', access: 'organizer' }
export const downloadList: Call<typeof views.downloadList> = { method: 'POST', path: '/organizer/list-files', access: 'organizer', reauthenticate: true }
export const listViews: Call<typeof views.listViews> = { method: 'GET', path: '/organizer/views', access: 'organizer' }
export const saveView: Call<typeof views.saveView> = { method: 'POST', path: '/organizer/views', access: 'organizer' }
export const changeWebhook: Call<typeof webhooks.changeWebhook> = { method: 'PUT', path: '/organizer/webhooks/{id}', access: 'organizer', reauthenticate: true }
export const createWebhook: Call<typeof webhooks.createWebhook> = { method: 'POST', path: '/organizer/webhooks', access: 'organizer', reauthenticate: true }
export const deleteWebhook: Call<typeof webhooks.deleteWebhook> = { method: 'DELETE', path: '/organizer/webhooks/{id}', access: 'organizer' }
export const listDeliveries: ListCall<typeof webhooks.listDeliveries> = { method: 'GET', path: '/organizer/webhooks/{id}/deliveries', access: 'organizer', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 }, state: { kind: 'choice', values: ['waiting', 'sent', 'failed', 'dropped'], optional: true } } }
export const listWebhooks: Call<typeof webhooks.listWebhooks> = { method: 'GET', path: '/organizer/webhooks', access: 'organizer' }
export const renewWebhookSecret: Call<typeof webhooks.renewWebhookSecret> = { method: 'POST', path: '/organizer/webhooks/{id}/secret', access: 'organizer', reauthenticate: true }
export const replayDelivery: Call<typeof webhooks.replayDelivery> = { method: 'POST', path: '/organizer/webhooks/{id}/deliveries/{delivery_id}/replay', access: 'organizer' }
