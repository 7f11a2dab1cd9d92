import type { Section } from '#client/lib/sections.ts'

export const adminSections = [
  { id: 'checklist', title: 'Checklist' },
  { id: 'set-up', title: 'Set Up' },
  { id: 'people', title: 'People' },
  { id: 'requests', title: 'Requests' },
  { id: 'tournaments', title: 'Tournaments' },
  { id: 'reports', title: 'Reports' },
  { id: 'jobs', title: 'Jobs' },
  { id: 'payments', title: 'Payments' },
  { id: 'storage', title: 'Storage' },
  { id: 'legal', title: 'Terms and Policies' },
  { id: 'branding', title: 'Branding' },
  { id: 'audit', title: 'Audit' },
  { id: 'settings', title: 'Settings' },
] as const satisfies readonly Section[]

export type AdminSectionId = (typeof adminSections)[number]['id']

export const firstAdminSection: AdminSectionId = 'checklist'
