import type { AnnouncementTables } from '#server/features/announcements/announcements.table.ts'
import type { AuditTables } from '#server/features/audit/audit.table.ts'
import type { AuthTables } from '#server/features/auth/core/auth.table.ts'
import type { BoatTables } from '#server/features/boats/boats.table.ts'
import type { BrandingTables } from '#server/features/branding/branding.table.ts'
import type { CatchTables } from '#server/features/catches/catches.table.ts'
import type { ClockTables } from '#server/features/clock/clock.table.ts'
import type { CrewMemberTables } from '#server/features/crew-members/crew-members.table.ts'
import type { CrewPostTables } from '#server/features/crew-posts/crew-posts.table.ts'
import type { CrewVideoTables } from '#server/features/crew-videos/crew-videos.table.ts'
import type { DailyLimitTables } from '#server/features/daily-limits/daily-limits.table.ts'
import type { DataExportTables } from '#server/features/data-exports/data-exports.table.ts'
import type { EntryTables } from '#server/features/entries/entries.table.ts'
import type { FileStorageTables } from '#server/features/file-storage/bucket-files.table.ts'
import type { FollowTables } from '#server/features/follows/follows.table.ts'
import type { FundingTables } from '#server/features/funding/funding.table.ts'
import type { HandoverTables } from '#server/features/handovers/handovers.table.ts'
import type { ImageTables } from '#server/features/images/images.table.ts'
import type { LedgerTables } from '#server/features/ledger/ledger.table.ts'
import type { LegalTables } from '#server/features/legal/legal.table.ts'
import type { NoticeTables } from '#server/features/notices/notices.table.ts'
import type { PayoutTables } from '#server/features/payouts/payouts.table.ts'
import type { PushTables } from '#server/features/push/push.table.ts'
import type { SiteRoleTables } from '#server/features/site-roles/site-roles.table.ts'
import type { StaffTables } from '#server/features/staff/staff.table.ts'
import type { ActionTables } from '#server/features/tournament-log/tournament-log.table.ts'
import type { TournamentTables } from '#server/features/tournaments/tournaments.table.ts'
import type { UpdateTables } from '#server/features/updates/updates.table.ts'
import type { WebhookTables } from '#server/features/webhooks/webhooks.table.ts'
import type { MailTables } from '#server/mail/mail.table.ts'
import type { QueueTables } from '#server/queue/queue.table.ts'

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
