import { paths } from '#client/paths.ts'
import { type FramedSection, SectionFrame } from '#client/ui/layout/section-frame.tsx'
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

const sections: readonly FramedSection[] = [
  { id: 'checklist', title: 'Checklist', content: <Checks /> },
  { id: 'set-up', title: 'Set Up', content: <SetUp /> },
  { id: 'people', title: 'People', content: <People /> },
  { id: 'requests', title: 'Requests', content: <Requests /> },
  { id: 'tournaments', title: 'Tournaments', content: <TournamentList /> },
  { id: 'reports', title: 'Reports', content: <Reports /> },
  { id: 'jobs', title: 'Jobs', content: <FailedJobs /> },
  { id: 'payments', title: 'Payments', content: <Payments /> },
  { id: 'storage', title: 'Storage', content: <Storage /> },
  { id: 'legal', title: 'Terms and Policies', content: <LegalTexts /> },
  { id: 'branding', title: 'Branding', content: <Branding /> },
  { id: 'audit', title: 'Audit', content: <AuditTrail /> },
  { id: 'settings', title: 'Settings', content: <SettingList /> },
]

export const AdminFrame = () => (
  <SectionFrame
    label="Admin"
    sections={sections}
    first="checklist"
    hrefOf={paths.admin}
    heading={
      <Text as="h1" look="heading">
        Admin
      </Text>
    }
  />
)
