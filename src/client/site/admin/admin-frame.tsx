import type { ReactNode } from 'react'
import { paths } from '#client/paths.ts'
import { type AdminSectionId, adminSections, firstAdminSection } from '#client/site/admin-sections.ts'
import { SectionFrame } from '#client/ui/layout/section-frame.tsx'
import { Text } from '#client/ui/layout/text.tsx'
import { AuditTrail } from './audit-trail.tsx'
import { Branding } from './branding.tsx'
import { Checks } from './checks.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { LegalTexts } from './legal-texts.tsx'
import { Payments } from './payments.tsx'
import { People } from './people.tsx'
import { Reports } from './reports.tsx'
import { Requests } from './requests.tsx'
import { SetUp } from './set-up.tsx'
import { SettingList } from './setting-list.tsx'
import { Storage } from './storage.tsx'
import { TournamentList } from './tournament-list.tsx'

const contents: Record<AdminSectionId, ReactNode> = {
  checklist: <Checks />,
  'set-up': <SetUp />,
  people: <People />,
  requests: <Requests />,
  tournaments: <TournamentList />,
  reports: <Reports />,
  jobs: <FailedJobs />,
  payments: <Payments />,
  storage: <Storage />,
  legal: <LegalTexts />,
  branding: <Branding />,
  audit: <AuditTrail />,
  settings: <SettingList />,
}

const sections = adminSections.map(section => ({ ...section, content: contents[section.id] }))

export const AdminFrame = () => (
  <SectionFrame
    label="Admin"
    sections={sections}
    first={firstAdminSection}
    hrefOf={paths.admin}
    heading={
      <Text as="h1" look="heading">
        Admin
      </Text>
    }
  />
)
