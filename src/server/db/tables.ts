import type { BoatTables } from '#server/boats/boats/boats.table.ts'
import type { CrewMemberTables } from '#server/boats/crew-members/crew-members.table.ts'
import type { BrandingTables } from '#server/branding/branding.table.ts'
import type { ClockTables } from '#server/clock/clock.table.ts'
import type { MailTables } from '#server/mail/mail.table.ts'
import type { FundingTables } from '#server/money/funding/funding.table.ts'
import type { HandoverTables } from '#server/money/handovers/handovers.table.ts'
import type { LedgerTables } from '#server/money/ledger/ledger.table.ts'
import type { PayoutTables } from '#server/money/payouts/payouts.table.ts'
import type { FollowTables } from '#server/notifications/follows/follows.table.ts'
import type { NoticeTables } from '#server/notifications/notices/notices.table.ts'
import type { PushTables } from '#server/notifications/push/push.table.ts'
import type { WebhookTables } from '#server/notifications/webhooks/webhooks.table.ts'
import type { AuthTables } from '#server/people/auth/core/auth.table.ts'
import type { DailyLimitTables } from '#server/people/daily-limits/daily-limits.table.ts'
import type { SiteRoleTables } from '#server/people/site-roles/site-roles.table.ts'
import type { QueueTables } from '#server/queue/queue.table.ts'
import type { AuditTables } from '#server/record/audit/audit.table.ts'
import type { ActionTables } from '#server/record/tournament-log/tournament-log.table.ts'
import type { DataExportTables } from '#server/site/data-exports/data-exports.table.ts'
import type { LegalTables } from '#server/site/legal/legal.table.ts'
import type { FileStorageTables } from '#server/storage/file-storage/bucket-files.table.ts'
import type { ImageTables } from '#server/storage/images/images.table.ts'
import type { AnnouncementTables } from '#server/tournaments/announcements/announcements.table.ts'
import type { CatchTables } from '#server/tournaments/catches/catches.table.ts'
import type { EntryTables } from '#server/tournaments/entries/entries.table.ts'
import type { StaffTables } from '#server/tournaments/staff/staff.table.ts'
import type { TournamentTables } from '#server/tournaments/tournaments/tournaments.table.ts'
import type { UpdateTables } from '#server/tournaments/updates/updates.table.ts'
import type { CrewPostTables } from '#server/videos/crew-posts/crew-posts.table.ts'
import type { CrewVideoTables } from '#server/videos/crew-videos/crew-videos.table.ts'

export interface Tables
  extends ActionTables,
    AnnouncementTables,
    AuditTables,
    AuthTables,
    BoatTables,
    BrandingTables,
    CatchTables,
    ClockTables,
    CrewMemberTables,
    CrewPostTables,
    CrewVideoTables,
    DailyLimitTables,
    DataExportTables,
    EntryTables,
    FileStorageTables,
    FollowTables,
    FundingTables,
    HandoverTables,
    ImageTables,
    LedgerTables,
    LegalTables,
    MailTables,
    NoticeTables,
    PayoutTables,
    PushTables,
    QueueTables,
    SiteRoleTables,
    StaffTables,
    TournamentTables,
    UpdateTables,
    WebhookTables {}
