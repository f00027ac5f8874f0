// Written by `npm run calls`.
import type { Call, ListCall } from '#/contract/endpoint.ts'
import type * as accountsAccess from '#/features/accounts/access-contract.ts'
import type * as accounts from '#/features/accounts/contract.ts'
import type * as accountsYear from '#/features/accounts/year-contract.ts'
import type * as activity from '#/features/activity/contract.ts'
import type * as arranging from '#/features/arranging/contract.ts'
import type * as availability from '#/features/availability/contract.ts'
import type * as calendar from '#/features/calendar/contract.ts'
import type * as cards from '#/features/cards/contract.ts'
import type * as checkout from '#/features/checkout/contract.ts'
import type * as checkoutGuest from '#/features/checkout/guest-contract.ts'
import type * as confirmation from '#/features/confirmation/contract.ts'
import type * as coupons from '#/features/coupons/contract.ts'
import type * as courts from '#/features/courts/contract.ts'
import type * as embed from '#/features/embed/contract.ts'
import type * as frontDoor from '#/features/front-door/contract.ts'
import type * as invitations from '#/features/invitations/contract.ts'
import type * as ladder from '#/features/ladder/contract.ts'
import type * as leagues from '#/features/leagues/contract.ts'
import type * as leaguesLive from '#/features/leagues/live-contract.ts'
import type * as liveScoring from '#/features/live-scoring/contract.ts'
import type * as live from '#/features/live/contract.ts'
import type * as matches from '#/features/matches/contract.ts'
import type * as notifications from '#/features/notifications/contract.ts'
import type * as notificationsDevice from '#/features/notifications/device-contract.ts'
import type * as openToPlay from '#/features/open-to-play/contract.ts'
import type * as pairs from '#/features/pairs/contract.ts'
import type * as partnerSearch from '#/features/partner-search/contract.ts'
import type * as passkeys from '#/features/passkeys/contract.ts'
import type * as players from '#/features/players/contract.ts'
import type * as playersPage from '#/features/players/page-contract.ts'
import type * as playoffs from '#/features/playoffs/contract.ts'
import type * as questions from '#/features/questions/contract.ts'
import type * as ratings from '#/features/ratings/contract.ts'
import type * as reactions from '#/features/reactions/contract.ts'
import type * as recap from '#/features/recap/contract.ts'
import type * as referrals from '#/features/referrals/contract.ts'
import type * as refunds from '#/features/refunds/contract.ts'
import type * as schedule from '#/features/schedule/contract.ts'
import type * as seasons from '#/features/seasons/contract.ts'
import type * as settings from '#/features/settings/contract.ts'
import type * as site from '#/features/site/contract.ts'
import type * as social from '#/features/social/contract.ts'
import type * as standings from '#/features/standings/contract.ts'
import type * as standingsPlace from '#/features/standings/place-contract.ts'
import type * as standingsRules from '#/features/standings/rules-contract.ts'
import type * as texts from '#/features/texts/contract.ts'
import type * as waitList from '#/features/wait-list/contract.ts'

export const endOneAccess: Call<typeof accountsAccess.endOneAccess> = { method: 'DELETE', path: '/users/access/{kind}/{id}', access: 'player' }
export const listAccess: Call<typeof accountsAccess.listAccess> = { method: 'GET', path: '/users/access', access: 'player' }
export const allowDocuments: Call<typeof accounts.allowDocuments> = { method: 'POST', path: '/users/document-cookie', access: 'player' }
export const forgotPassword: Call<typeof accounts.forgotPassword> = { method: 'POST', path: '/customer/password/forgot', access: 'public' }
export const getUser: Call<typeof accounts.getUser> = { method: 'GET', path: '/users', access: 'player', kept_on_device: true }
export const logOut: Call<typeof accounts.logOut> = { method: 'POST', path: '/users/logout', access: 'player', reads: true }
export const resendVerifyEmail: Call<typeof accounts.resendVerifyEmail> = { method: 'POST', path: '/users/verify-email/resend', access: 'player' }
export const resetPassword: Call<typeof accounts.resetPassword> = { method: 'POST', path: '/customer/password/reset', access: 'public' }
export const signIn: Call<typeof accounts.signIn> = { method: 'POST', path: '/users/signin', access: 'public' }
export const signUp: Call<typeof accounts.signUp> = { method: 'POST', path: '/users/signup', access: 'public' }
export const verifyEmail: Call<typeof accounts.verifyEmail> = { method: 'POST', path: '/users/verify-email', access: 'public' }
export const updateYearOfBirth: Call<typeof accountsYear.updateYearOfBirth> = { method: 'PUT', path: '/users/year-of-birth', access: 'player' }
export const getActivity: Call<typeof activity.getActivity> = { method: 'GET', path: '/users/activity', access: 'player', kept_on_device: true }
export const noteVisit: Call<typeof activity.noteVisit> = { method: 'POST', path: '/users/activity/visits', access: 'player' }
export const arrangeMatch: Call<typeof arranging.arrangeMatch> = { method: 'PUT', path: '/users/matchups/{id}', access: 'player' }
export const callOffMatch: Call<typeof arranging.callOffMatch> = { method: 'POST', path: '/users/matchups/{id}/call-off', access: 'player' }
export const counterByLink: Call<typeof arranging.counterByLink> = { method: 'POST', path: '/public/offer-links/counter', access: 'public' }
export const declineByLink: Call<typeof arranging.declineByLink> = { method: 'POST', path: '/public/offer-links/decline', access: 'public' }
export const declineOffer: Call<typeof arranging.declineOffer> = { method: 'POST', path: '/users/matchups/{id}/offers/{offer_id}/decline', access: 'player' }
export const objectToDate: Call<typeof arranging.objectToDate> = { method: 'POST', path: '/users/matchups/{id}/object', access: 'player' }
export const objectToProposal: Call<typeof arranging.objectToProposal> = { method: 'POST', path: '/users/matchups/{id}/proposal/object', access: 'player' }
export const offerTimes: Call<typeof arranging.offerTimes> = { method: 'POST', path: '/users/matchups/{id}/offers', access: 'player' }
export const readOfferLink: Call<typeof arranging.readOfferLink> = { method: 'POST', path: '/public/offer-links', access: 'public' }
export const reportMessage: Call<typeof arranging.reportMessage> = { method: 'POST', path: '/users/matchups/{id}/messages/{message_id}/report', access: 'player' }
export const sendMessage: Call<typeof arranging.sendMessage> = { method: 'POST', path: '/users/matchups/{id}/messages', access: 'player' }
export const takeByLink: Call<typeof arranging.takeByLink> = { method: 'POST', path: '/public/offer-links/take', access: 'public' }
export const takeTime: Call<typeof arranging.takeTime> = { method: 'POST', path: '/users/matchups/{id}/offers/{offer_id}/take', access: 'player' }
export const withdrawOffer: Call<typeof arranging.withdrawOffer> = { method: 'DELETE', path: '/users/matchups/{id}/offers/{offer_id}', access: 'player' }
export const getAvailability: Call<typeof availability.getAvailability> = { method: 'GET', path: '/users/availability', access: 'player' }
export const suggestTimes: Call<typeof availability.suggestTimes> = { method: 'GET', path: '/users/matchups/{id}/suggestions', access: 'player' }
export const updateAvailability: Call<typeof availability.updateAvailability> = { method: 'PUT', path: '/users/availability', access: 'player' }
export const getCalendar: Call<typeof calendar.getCalendar> = { method: 'GET', path: '/users/calendar', access: 'player' }
export const getMatchCalendar: Call<typeof calendar.getMatchCalendar> = { method: 'GET', path: '/users/matchups/{id}/calendar', access: 'player' }
export const renewCalendar: Call<typeof calendar.renewCalendar> = { method: 'POST', path: '/users/calendar/renew', access: 'player' }
export const answerTestBank: Call<typeof cards.answerTestBank> = { method: 'POST', path: '/payments/test/authentications', access: 'public' }
export const forgetCard: Call<typeof cards.forgetCard> = { method: 'DELETE', path: '/users/cards/{card}', access: 'player' }
export const listCards: Call<typeof cards.listCards> = { method: 'GET', path: '/users/cards', access: 'player' }
export const makeTestToken: Call<typeof cards.makeTestToken> = { method: 'POST', path: '/payments/test/confirmation-tokens', access: 'public' }
export const saveCard: Call<typeof cards.saveCard> = { method: 'POST', path: '/users/cards', access: 'player' }
export const claimFreeSeason: Call<typeof checkout.claimFreeSeason> = { method: 'POST', path: '/users/misc/free-season/claim', access: 'player' }
export const completePurchase: Call<typeof checkout.completePurchase> = { method: 'POST', path: '/users/purchases/{order_id}/complete', access: 'player' }
export const getOrder: Call<typeof checkout.getOrder> = { method: 'GET', path: '/users/purchases/{order_id}', access: 'player' }
export const getSecondDivision: Call<typeof checkout.getSecondDivision> = { method: 'GET', path: '/users/seasons/{id}/second-division', access: 'player' }
export const listPurchases: ListCall<typeof checkout.listPurchases> = { method: 'GET', path: '/users/purchases', access: 'player', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 60 } } }
export const purchase: Call<typeof checkout.purchase> = { method: 'POST', path: '/users/purchases', access: 'player' }
export const receiveWebhook: Call<typeof checkout.receiveWebhook> = { method: 'POST', path: '/payments/webhook', access: 'public' }
export const purchaseAsGuest: Call<typeof checkoutGuest.purchaseAsGuest> = { method: 'POST', path: '/users/signup/purchase', access: 'public' }
export const confirmByLink: Call<typeof confirmation.confirmByLink> = { method: 'POST', path: '/public/score-links/confirm', access: 'public' }
export const confirmScore: Call<typeof confirmation.confirmScore> = { method: 'POST', path: '/users/scores/{id}/confirm', access: 'player' }
export const correctByLink: Call<typeof confirmation.correctByLink> = { method: 'POST', path: '/public/score-links/correct', access: 'public' }
export const correctScore: Call<typeof confirmation.correctScore> = { method: 'POST', path: '/users/scores/{id}/correct', access: 'player' }
export const disputeByLink: Call<typeof confirmation.disputeByLink> = { method: 'POST', path: '/public/score-links/dispute', access: 'public' }
export const disputeScore: Call<typeof confirmation.disputeScore> = { method: 'POST', path: '/users/scores/{id}/dispute', access: 'player' }
export const readScoreLink: Call<typeof confirmation.readScoreLink> = { method: 'POST', path: '/public/score-links', access: 'public' }
export const checkCoupon: Call<typeof coupons.checkCoupon> = { method: 'POST', path: '/public/coupons/check', access: 'public', reads: true }
export const listCourts: ListCall<typeof courts.listCourts> = { method: 'GET', path: '/users/courts', access: 'player', kept_on_device: true, fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 60 }, area: { kind: 'area', optional: true }, search: { kind: 'text', trim: true, most: 100, optional: true } } }
export const embedBracket: Call<typeof embed.embedBracket> = { method: 'GET', path: '/public/embed/{area}/{division}/bracket', access: 'public' }
export const embedJoin: Call<typeof embed.embedJoin> = { method: 'GET', path: '/public/embed/{area}/{division}/join', access: 'public' }
export const embedResults: Call<typeof embed.embedResults> = { method: 'GET', path: '/public/embed/{area}/{division}/results', access: 'public' }
export const embedSchedule: Call<typeof embed.embedSchedule> = { method: 'GET', path: '/public/embed/{area}/{division}/schedule', access: 'public' }
export const embedStandings: Call<typeof embed.embedStandings> = { method: 'GET', path: '/public/embed/{area}/{division}/standings', access: 'public' }
export const getFrontDoor: Call<typeof frontDoor.getFrontDoor> = { method: 'GET', path: '/public/front-door', access: 'public' }
export const acceptEntryInvitation: Call<typeof invitations.acceptEntryInvitation> = { method: 'POST', path: '/users/entry-invitations/{id}/accept', access: 'player' }
export const acceptMailedEntryInvitation: Call<typeof invitations.acceptMailedEntryInvitation> = { method: 'POST', path: '/public/entry-invitations/accept', access: 'public' }
export const declineEntryInvitation: Call<typeof invitations.declineEntryInvitation> = { method: 'POST', path: '/users/entry-invitations/{id}/decline', access: 'player' }
export const declineMailedEntryInvitation: Call<typeof invitations.declineMailedEntryInvitation> = { method: 'POST', path: '/public/entry-invitations/decline', access: 'public' }
export const listEntryInvitations: Call<typeof invitations.listEntryInvitations> = { method: 'GET', path: '/users/entry-invitations', access: 'player' }
export const readMailedEntryInvitation: Call<typeof invitations.readMailedEntryInvitation> = { method: 'POST', path: '/public/entry-invitations', access: 'public' }
export const challenge: Call<typeof ladder.challenge> = { method: 'POST', path: '/users/ladder/{league_id}/challenges', access: 'player' }
export const readLadder: Call<typeof ladder.readLadder> = { method: 'GET', path: '/users/ladder/{league_id}', access: 'player' }
export const listMyLeagues: Call<typeof leagues.listMyLeagues> = { method: 'GET', path: '/users/misc/my-league', access: 'player', kept_on_device: true }
export const listLiveScores: Call<typeof leaguesLive.listLiveScores> = { method: 'GET', path: '/users/live-scores', access: 'player' }
export const deleteLiveScore: Call<typeof liveScoring.deleteLiveScore> = { method: 'DELETE', path: '/users/matchups/{id}/live-score', access: 'player' }
export const getLiveScore: Call<typeof liveScoring.getLiveScore> = { method: 'GET', path: '/users/matchups/{id}/live-score', access: 'player', kept_on_device: true }
export const getPublicLiveScore: Call<typeof liveScoring.getPublicLiveScore> = { method: 'GET', path: '/public/matchups/{id}/live-score', access: 'public' }
export const writeLiveScore: Call<typeof liveScoring.writeLiveScore> = { method: 'PUT', path: '/users/matchups/{id}/live-score', access: 'player' }
export const watchChanges: Call<typeof live.watchChanges> = { method: 'GET', path: '/live', access: 'player' }
export const deleteMatch: Call<typeof matches.deleteMatch> = { method: 'DELETE', path: '/users/matchups/{id}', access: 'player' }
export const getMatch: Call<typeof matches.getMatch> = { method: 'GET', path: '/users/matchups/{id}', access: 'player', kept_on_device: true }
export const getPublicResult: Call<typeof matches.getPublicResult> = { method: 'GET', path: '/public/scores/{id}', access: 'public' }
export const getResult: Call<typeof matches.getResult> = { method: 'GET', path: '/users/scores/{id}', access: 'player', kept_on_device: true }
export const listMyMatches: ListCall<typeof matches.listMyMatches> = { method: 'GET', path: '/users/league-history', access: 'player', kept_on_device: true, fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 } } }
export const listResults: ListCall<typeof matches.listResults> = { method: 'GET', path: '/users/scores', access: 'player', kept_on_device: true, fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 }, area: { kind: 'area', optional: true }, season: { kind: 'season', optional: true }, year: { kind: 'number', least: 2000, most: 2999, optional: true }, division: { kind: 'text', trim: true, most: 60, optional: true } } }
export const previewScore: Call<typeof matches.previewScore> = { method: 'POST', path: '/users/scores/preview', access: 'player', reads: true }
export const reportScore: Call<typeof matches.reportScore> = { method: 'POST', path: '/users/scores', access: 'player' }
export const searchLeaguePlayers: Call<typeof matches.searchLeaguePlayers> = { method: 'GET', path: '/users/misc/my-league-players', access: 'player' }
export const searchPlayers: Call<typeof matches.searchPlayers> = { method: 'POST', path: '/misc/players', access: 'public' }
export const countUnread: Call<typeof notifications.countUnread> = { method: 'GET', path: '/users/notifications/unread', access: 'player' }
export const getPreferences: Call<typeof notifications.getPreferences> = { method: 'GET', path: '/users/notification-preferences', access: 'player' }
export const listNotifications: ListCall<typeof notifications.listNotifications> = { method: 'GET', path: '/users/notifications', access: 'player', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 }, show: { kind: 'choice', values: ['all', 'unread'], fallback: 'all' } } }
export const markRead: Call<typeof notifications.markRead> = { method: 'POST', path: '/users/notifications/read', access: 'player' }
export const readUnsubscribeLink: Call<typeof notifications.readUnsubscribeLink> = { method: 'POST', path: '/public/unsubscribe-links', access: 'public', reads: true }
export const unsubscribe: Call<typeof notifications.unsubscribe> = { method: 'POST', path: '/public/unsubscribe', access: 'public' }
export const updatePreferences: Call<typeof notifications.updatePreferences> = { method: 'PUT', path: '/users/notification-preferences', access: 'player' }
export const addPushDevice: Call<typeof notificationsDevice.addPushDevice> = { method: 'POST', path: '/users/push-devices', access: 'player' }
export const deletePushDevice: Call<typeof notificationsDevice.deletePushDevice> = { method: 'DELETE', path: '/users/push-devices', access: 'player' }
export const deletePushDeviceById: Call<typeof notificationsDevice.deletePushDeviceById> = { method: 'DELETE', path: '/users/push-devices/{id}', access: 'player' }
export const listPushDevices: Call<typeof notificationsDevice.listPushDevices> = { method: 'GET', path: '/users/push-devices', access: 'player' }
export const listOpenPlayers: Call<typeof openToPlay.listOpenPlayers> = { method: 'GET', path: '/users/open-to-play/{league_id}', access: 'player' }
export const offerToPlay: Call<typeof openToPlay.offerToPlay> = { method: 'POST', path: '/users/open-to-play/{league_id}/offers', access: 'player' }
export const setOpenToPlay: Call<typeof openToPlay.setOpenToPlay> = { method: 'PUT', path: '/users/open-to-play/{league_id}', access: 'player' }
export const acceptAsNewPlayer: Call<typeof pairs.acceptAsNewPlayer> = { method: 'POST', path: '/public/partner-invitations/signup', access: 'public' }
export const acceptInvitation: Call<typeof pairs.acceptInvitation> = { method: 'POST', path: '/public/partner-invitations/accept', access: 'public' }
export const declineInvitation: Call<typeof pairs.declineInvitation> = { method: 'POST', path: '/public/partner-invitations/decline', access: 'public' }
export const leavePair: Call<typeof pairs.leavePair> = { method: 'DELETE', path: '/users/misc/my-league/{league_id}', access: 'player' }
export const namePartner: Call<typeof pairs.namePartner> = { method: 'POST', path: '/users/misc/my-league/{league_id}/partner', access: 'player' }
export const readInvitation: Call<typeof pairs.readInvitation> = { method: 'POST', path: '/public/partner-invitations', access: 'public' }
export const resendInvitation: Call<typeof pairs.resendInvitation> = { method: 'POST', path: '/users/misc/my-league/{league_id}/partner/resend', access: 'player' }
export const withdrawInvitation: Call<typeof pairs.withdrawInvitation> = { method: 'DELETE', path: '/users/misc/my-league/{league_id}/partner', access: 'player' }
export const acceptPartnership: Call<typeof partnerSearch.acceptPartnership> = { method: 'POST', path: '/users/partner-offers/{id}/accept', access: 'player' }
export const endPartnership: Call<typeof partnerSearch.endPartnership> = { method: 'DELETE', path: '/users/partner-offers/{id}', access: 'player' }
export const listPartnerSearches: Call<typeof partnerSearch.listPartnerSearches> = { method: 'GET', path: '/users/partner-searches', access: 'player' }
export const offerPartnership: Call<typeof partnerSearch.offerPartnership> = { method: 'POST', path: '/users/partner-searches/{league_id}/offers', access: 'player' }
export const setPartnerSearch: Call<typeof partnerSearch.setPartnerSearch> = { method: 'PUT', path: '/users/partner-searches/{league_id}', access: 'player' }
export const addPasskey: Call<typeof passkeys.addPasskey> = { method: 'POST', path: '/users/passkeys', access: 'player' }
export const checkPasskey: Call<typeof passkeys.checkPasskey> = { method: 'POST', path: '/users/passkeys/check', access: 'player' }
export const listPasskeys: Call<typeof passkeys.listPasskeys> = { method: 'GET', path: '/users/passkeys', access: 'player' }
export const removePasskey: Call<typeof passkeys.removePasskey> = { method: 'POST', path: '/users/passkeys/{id}/remove', access: 'player' }
export const signInByPasskey: Call<typeof passkeys.signInByPasskey> = { method: 'POST', path: '/users/signin/passkey', access: 'public' }
export const startPasskey: Call<typeof passkeys.startPasskey> = { method: 'POST', path: '/users/passkeys/options', access: 'player' }
export const startPasskeyCheck: Call<typeof passkeys.startPasskeyCheck> = { method: 'POST', path: '/users/passkeys/check/options', access: 'player' }
export const startPasskeySignIn: Call<typeof passkeys.startPasskeySignIn> = { method: 'POST', path: '/users/signin/passkey/options', access: 'public' }
export const comparePlayers: Call<typeof players.comparePlayers> = { method: 'GET', path: '/users/comparison', access: 'player' }
export const listLeaguePlayers: ListCall<typeof players.listLeaguePlayers> = { method: 'POST', path: '/users/players', access: 'player', reads: true, fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 } } }
export const listPhotos: Call<typeof players.listPhotos> = { method: 'GET', path: '/users/players/photos', access: 'player' }
export const getPlayer: Call<typeof playersPage.getPlayer> = { method: 'GET', path: '/users/players/{id}', access: 'player' }
export const getPublicPlayer: Call<typeof playersPage.getPublicPlayer> = { method: 'GET', path: '/public/players/{id}', access: 'public' }
export const listPlayerMatches: ListCall<typeof playersPage.listPlayerMatches> = { method: 'GET', path: '/users/players/{id}/matches', access: 'player', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 }, season: { kind: 'season', optional: true }, year: { kind: 'number', least: 2000, most: 2999, optional: true }, division: { kind: 'text', trim: true, most: 60, optional: true }, opponent: { kind: 'number', least: 1, most: 2147483647, optional: true } } }
export const reportPhoto: Call<typeof playersPage.reportPhoto> = { method: 'POST', path: '/users/players/{id}/photo/report', access: 'player' }
export const declineConsolation: Call<typeof playoffs.declineConsolation> = { method: 'DELETE', path: '/users/play-offs/{league_id}/consolation', access: 'player' }
export const getBracket: Call<typeof playoffs.getBracket> = { method: 'GET', path: '/users/play-offs/bracket', access: 'player' }
export const getConsolationPlace: Call<typeof playoffs.getConsolationPlace> = { method: 'GET', path: '/users/play-offs/{league_id}/consolation', access: 'player' }
export const getPublicBracket: Call<typeof playoffs.getPublicBracket> = { method: 'GET', path: '/public/play-offs/bracket', access: 'public' }
export const listCityPlayoffs: Call<typeof playoffs.listCityPlayoffs> = { method: 'GET', path: '/users/play-offs', access: 'player' }
export const listPlayoffs: ListCall<typeof playoffs.listPlayoffs> = { method: 'POST', path: '/public/play-offs', access: 'public', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 60 } } }
export const getAnswers: Call<typeof questions.getAnswers> = { method: 'GET', path: '/users/seasons/{id}/answers', access: 'player' }
export const giveAnswers: Call<typeof questions.giveAnswers> = { method: 'PUT', path: '/users/seasons/{id}/answers', access: 'player' }
export const getDivisionFit: Call<typeof ratings.getDivisionFit> = { method: 'GET', path: '/users/divisions/{id}/fit', access: 'player' }
export const getRatingFormula: Call<typeof ratings.getRatingFormula> = { method: 'GET', path: '/public/rating', access: 'public' }
export const listRatingChanges: ListCall<typeof ratings.listRatingChanges> = { method: 'GET', path: '/users/players/{id}/rating', access: 'player', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 }, pool: { kind: 'choice', values: ['tennis-singles', 'tennis-doubles', 'padel-singles', 'padel-doubles', 'pickleball-singles', 'pickleball-doubles', 'badminton-singles', 'badminton-doubles', 'squash-singles', 'squash-doubles', 'table_tennis-singles', 'table_tennis-doubles'], optional: true } } }
export const listReactions: Call<typeof reactions.listReactions> = { method: 'GET', path: '/users/reactions', access: 'player' }
export const setReaction: Call<typeof reactions.setReaction> = { method: 'PUT', path: '/users/reactions/{match_id}', access: 'player' }
export const getRecap: Call<typeof recap.getRecap> = { method: 'GET', path: '/users/seasons/{id}/recap', access: 'player' }
export const getRecapPicture: Call<typeof recap.getRecapPicture> = { method: 'GET', path: '/users/seasons/{id}/recap.png', access: 'player' }
export const getSharedRecap: Call<typeof recap.getSharedRecap> = { method: 'GET', path: '/public/recaps/{token}', access: 'public' }
export const getFreeSeasons: Call<typeof referrals.getFreeSeasons> = { method: 'GET', path: '/users/misc/my-free-seasons', access: 'player' }
export const getReferral: Call<typeof referrals.getReferral> = { method: 'GET', path: '/users/misc/referral', access: 'player' }
export const withdraw: Call<typeof refunds.withdraw> = { method: 'DELETE', path: '/users/purchases/{id}', access: 'player' }
export const addMatch: Call<typeof schedule.addMatch> = { method: 'POST', path: '/users/matchups', access: 'player' }
export const getDivision: Call<typeof seasons.getDivision> = { method: 'GET', path: '/public/divisions/{id}', access: 'public' }
export const listDivisions: ListCall<typeof seasons.listDivisions> = { method: 'GET', path: '/public/divisions', access: 'public', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 60 } } }
export const listSeasons: ListCall<typeof seasons.listSeasons> = { method: 'GET', path: '/public/seasons', access: 'public', fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 } } }
export const changeEmail: Call<typeof settings.changeEmail> = { method: 'POST', path: '/users/email', access: 'player' }
export const changePassword: Call<typeof settings.changePassword> = { method: 'PUT', path: '/users/password', access: 'player' }
export const confirmEmail: Call<typeof settings.confirmEmail> = { method: 'POST', path: '/users/email/confirm', access: 'public' }
export const deleteAccount: Call<typeof settings.deleteAccount> = { method: 'POST', path: '/users/delete', access: 'player' }
export const deletePhoto: Call<typeof settings.deletePhoto> = { method: 'DELETE', path: '/users/photo', access: 'player' }
export const endAllSessions: Call<typeof settings.endAllSessions> = { method: 'DELETE', path: '/users/sessions', access: 'player' }
export const endOneSession: Call<typeof settings.endOneSession> = { method: 'DELETE', path: '/users/sessions/{id}', access: 'player' }
export const exportData: Call<typeof settings.exportData> = { method: 'POST', path: '/users/export', access: 'player' }
export const getEmergencyContact: Call<typeof settings.getEmergencyContact> = { method: 'GET', path: '/users/emergency-contact', access: 'player' }
export const getSettings: Call<typeof settings.getSettings> = { method: 'GET', path: '/users/settings', access: 'player' }
export const listSessions: Call<typeof settings.listSessions> = { method: 'GET', path: '/users/sessions', access: 'player' }
export const updateEmergencyContact: Call<typeof settings.updateEmergencyContact> = { method: 'PUT', path: '/users/emergency-contact', access: 'player' }
export const updatePhoto: Call<typeof settings.updatePhoto> = { method: 'PUT', path: '/users/photo', access: 'player' }
export const updatePrivacy: Call<typeof settings.updatePrivacy> = { method: 'PUT', path: '/users/settings/privacy', access: 'player' }
export const updateProfile: Call<typeof settings.updateProfile> = { method: 'PUT', path: '/users', access: 'player' }
export const getConfig: Call<typeof site.getConfig> = { method: 'GET', path: '/public/config', access: 'public' }
export const getVersion: Call<typeof site.getVersion> = { method: 'GET', path: '/version', access: 'public' }
export const linkIdentity: Call<typeof social.linkIdentity> = { method: 'POST', path: '/users/identities/link', access: 'public' }
export const signInSocially: Call<typeof social.signInSocially> = { method: 'POST', path: '/google/user-oauth', access: 'public' }
export const listStandings: ListCall<typeof standings.listStandings> = { method: 'GET', path: '/users/standings', access: 'player', kept_on_device: true, fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 }, area: { kind: 'area', optional: true }, season: { kind: 'season', optional: true }, year: { kind: 'number', least: 2000, most: 2999, optional: true }, division: { kind: 'text', trim: true, most: 60, optional: true } } }
export const explainPlace: Call<typeof standingsPlace.explainPlace> = { method: 'GET', path: '/users/standings/why', access: 'player' }
export const listFullStandings: ListCall<typeof standingsPlace.listFullStandings> = { method: 'GET', path: '/users/standings/full', access: 'player', kept_on_device: true, fields: { page: { kind: 'number', least: 1, most: 1000000, fallback: 1 }, per_page: { kind: 'fixed', fallback: 20 }, area: { kind: 'area', optional: true }, season: { kind: 'season', optional: true }, year: { kind: 'number', least: 2000, most: 2999, optional: true }, division: { kind: 'text', trim: true, most: 60, optional: true } } }
export const readChances: Call<typeof standingsPlace.readChances> = { method: 'GET', path: '/users/leagues/{id}/chances', access: 'player' }
export const readCrossTable: Call<typeof standingsPlace.readCrossTable> = { method: 'GET', path: '/users/leagues/{id}/cross-table', access: 'player' }
export const getLeagueRules: Call<typeof standingsRules.getLeagueRules> = { method: 'GET', path: '/public/rules/{league_id}', access: 'public' }
export const acceptTexts: Call<typeof texts.acceptTexts> = { method: 'POST', path: '/users/acceptances', access: 'player' }
export const getAcceptances: Call<typeof texts.getAcceptances> = { method: 'GET', path: '/users/acceptances', access: 'player' }
export const getText: Call<typeof texts.getText> = { method: 'GET', path: '/public/texts/{key}', access: 'public' }
export const listTexts: Call<typeof texts.listTexts> = { method: 'GET', path: '/public/texts', access: 'public' }
export const joinWaitList: Call<typeof waitList.joinWaitList> = { method: 'POST', path: '/users/wait-list', access: 'player' }
export const leaveWaitList: Call<typeof waitList.leaveWaitList> = { method: 'DELETE', path: '/users/wait-list/{id}', access: 'player' }
export const listPlaces: Call<typeof waitList.listPlaces> = { method: 'GET', path: '/public/places', access: 'public' }
export const listWaitListEntries: Call<typeof waitList.listWaitListEntries> = { method: 'GET', path: '/users/wait-list', access: 'player' }
