import type { Migration } from 'kysely'
import * as accounts from './2026-11-21-accounts.ts'
import * as charges from './2026-11-21-charges.ts'
import * as crewVideos from './2026-11-21-crew-videos.ts'
import * as images from './2026-11-21-images.ts'
import * as jobs from './2026-11-21-jobs.ts'
import * as money from './2026-11-21-money.ts'
import * as partRefunds from './2026-11-21-part-refunds.ts'
import * as payouts from './2026-11-21-payouts.ts'
import * as tournaments from './2026-11-21-tournaments.ts'
import * as announcements from './2026-11-22-announcements.ts'
import * as boatSearch from './2026-11-22-boat-search.ts'
import * as cancelReasons from './2026-11-22-cancel-reasons.ts'
import * as corrections from './2026-11-22-corrections.ts'
import * as dailyCounts from './2026-11-22-daily-counts.ts'
import * as fundingRules from './2026-11-22-funding-rules.ts'
import * as handovers from './2026-11-22-handovers.ts'
import * as knownNetworks from './2026-11-22-known-networks.ts'
import * as listIndexes from './2026-11-22-list-indexes.ts'
import * as mails from './2026-11-22-mails.ts'
import * as myTournaments from './2026-11-22-my-tournaments.ts'
import * as paymentModes from './2026-11-22-payment-modes.ts'
import * as payoutDays from './2026-11-22-payout-days.ts'
import * as payoutDetails from './2026-11-22-payout-details.ts'
import * as postTags from './2026-11-22-post-tags.ts'
import * as providerReads from './2026-11-22-provider-reads.ts'
import * as setAside from './2026-11-22-set-aside.ts'
import * as settledFundings from './2026-11-22-settled-fundings.ts'
import * as staff from './2026-11-22-staff.ts'
import * as tournamentLists from './2026-11-22-tournament-lists.ts'
import * as uploadMetadata from './2026-11-22-upload-metadata.ts'
import * as branding from './2026-11-23-branding.ts'
import * as bucketFiles from './2026-11-23-bucket-files.ts'
import * as dataExports from './2026-11-23-data-exports.ts'
import * as deletedCatches from './2026-11-23-deleted-catches.ts'
import * as lastWebhooks from './2026-11-23-last-webhooks.ts'
import * as legalTexts from './2026-11-23-legal-texts.ts'
import * as noticeSubjects from './2026-11-23-notice-subjects.ts'
import * as notices from './2026-11-23-notices.ts'
import * as ownerActions from './2026-11-23-owner-actions.ts'
import * as owners from './2026-11-23-owners.ts'
import * as removedVideos from './2026-11-23-removed-videos.ts'
import * as webhooks from './2026-11-23-webhooks.ts'
import * as clock from './2026-11-24-clock.ts'
import * as disputeEvidence from './2026-11-24-dispute-evidence.ts'
import * as endedTournaments from './2026-11-24-ended-tournaments.ts'
import * as formerCrew from './2026-11-24-former-crew.ts'
import * as listedBoats from './2026-11-24-listed-boats.ts'
import * as logIds from './2026-11-24-log-ids.ts'
import * as longPasswords from './2026-11-24-long-passwords.ts'
import * as namedEntries from './2026-11-24-named-entries.ts'
import * as noBucketState from './2026-11-24-no-bucket-state.ts'
import * as notificationNames from './2026-11-24-notification-names.ts'
import * as organiserInvitations from './2026-11-24-organiser-invitations.ts'
import * as payableShares from './2026-11-24-payable-shares.ts'
import * as personNames from './2026-11-24-person-names.ts'
import * as postsHiddenByOwners from './2026-11-24-posts-hidden-by-owners.ts'
import * as refusedWebhooks from './2026-11-24-refused-webhooks.ts'
import * as events from './2026-11-25-events.ts'
import * as protests from './2026-11-25-protests.ts'
import * as rounds from './2026-11-25-rounds.ts'
import * as scoring from './2026-11-25-scoring.ts'
import * as log from './2026-11-26-log.ts'
import * as ownTexts from './2026-11-26-own-texts.ts'
import * as payoutImports from './2026-11-26-payout-imports.ts'
import * as recaps from './2026-11-26-recaps.ts'
import * as jobOwners from './2026-11-27-job-owners.ts'
import * as appendOnlyRules from './2026-11-28-append-only-rules.ts'
import * as returnedPayments from './2026-11-28-returned-payments.ts'
import * as awaitingCaptains from './2026-11-29-awaiting-captains.ts'
import * as boatKeys from './2026-11-29-boat-keys.ts'
import * as erasedTexts from './2026-11-29-erased-texts.ts'
import * as lowerShares from './2026-11-29-lower-shares.ts'
import * as ownersTakedowns from './2026-11-29-owners-takedowns.ts'
import * as repeatedChargebacks from './2026-11-29-repeated-chargebacks.ts'
import * as erasedReasons from './2026-11-30-erased-reasons.ts'
import * as fundingsByMode from './2026-11-30-fundings-by-mode.ts'
import * as tieTotals from './2026-11-30-tie-totals.ts'

/**
 * The history of the schema, in order. Named one by one, so that a bundled server carries them.
 * Append only: a number and a date are never used again, and a migration that has shipped is never edited.
 */
export const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-tournaments': tournaments,
  '0003-images': images,
  '0004-jobs': jobs,
  '0005-money': money,
  '0006-payouts': payouts,
  '0007-crew-videos': crewVideos,
  '0008-part-refunds': partRefunds,
  '0009-charges': charges,
  '0010-payment-modes': paymentModes,
  '0011-provider-reads': providerReads,
  '0012-known-networks': knownNetworks,
  '0013-upload-metadata': uploadMetadata,
  '0014-set-aside': setAside,
  '0015-daily-counts': dailyCounts,
  '0016-mails': mails,
  '0017-settled-fundings': settledFundings,
  '0018-post-tags': postTags,
  '0019-list-indexes': listIndexes,
  '0020-tournament-lists': tournamentLists,
  '0021-handovers': handovers,
  '0022-payout-details': payoutDetails,
  '0023-funding-rules': fundingRules,
  '0024-boat-search': boatSearch,
  '0025-payout-days': payoutDays,
  '0026-my-tournaments': myTournaments,
  '0027-corrections': corrections,
  '0028-announcements': announcements,
  '0029-cancel-reasons': cancelReasons,
  '0030-staff': staff,
  '0031-deleted-catches': deletedCatches,
  '0032-notices': notices,
  '0033-webhooks': webhooks,
  '0034-owners': owners,
  '0035-legal-texts': legalTexts,
  '0036-owner-actions': ownerActions,
  '0037-notice-subjects': noticeSubjects,
  '0038-last-webhooks': lastWebhooks,
  '0039-data-exports': dataExports,
  '0040-removed-videos': removedVideos,
  '0041-branding': branding,
  '0042-bucket-files': bucketFiles,
  '0043-named-entries': namedEntries,
  '0044-former-crew': formerCrew,
  '0045-ended-tournaments': endedTournaments,
  '0046-refused-webhooks': refusedWebhooks,
  '0047-posts-hidden-by-owners': postsHiddenByOwners,
  '0048-dispute-evidence': disputeEvidence,
  '0049-long-passwords': longPasswords,
  '0050-clock': clock,
  '0051-payable-shares': payableShares,
  '0052-organiser-invitations': organiserInvitations,
  '0053-log-ids': logIds,
  '0054-person-names': personNames,
  '0055-listed-boats': listedBoats,
  '0056-no-bucket-state': noBucketState,
  '0057-notification-names': notificationNames,
  '0058-events': events,
  '0059-scoring': scoring,
  '0060-log': log,
  '0063-rounds': rounds,
  '0064-protests': protests,
  '0065-recaps': recaps,
  '0066-payout-imports': payoutImports,
  '0067-own-texts': ownTexts,
  // 0068 and 0070 are PostgreSQL's alone.
  '0069-job-owners': jobOwners,
  '0071-returned-payments': returnedPayments,
  '0072-append-only-rules': appendOnlyRules,
  '0073-awaiting-captains': awaitingCaptains,
  '0074-lower-shares': lowerShares,
  '0075-repeated-chargebacks': repeatedChargebacks,
  '0076-owners-takedowns': ownersTakedowns,
  '0077-boat-keys': boatKeys,
  '0078-erased-texts': erasedTexts,
  '0079-erased-reasons': erasedReasons,
  '0080-tie-totals': tieTotals,
  '0081-fundings-by-mode': fundingsByMode,
}
