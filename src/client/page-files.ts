import type { ComponentType } from 'react'

export interface PageProps {
  params: Record<string, string>
}

export type Load = () => Promise<{ default: ComponentType<PageProps> }>

/** Pages that load React, by id, which the build finds their scripts by. Others: static-page-files.ts. */
export const pageFiles = {
  account: () => import('./pages/account.tsx'),
  'add-boat': () => import('./pages/add-boat.tsx'),
  admin: () => import('./pages/admin.tsx'),
  backers: () => import('./pages/backers.tsx'),
  boat: () => import('./pages/boat.tsx'),
  boats: () => import('./pages/boats.tsx'),
  confirm: () => import('./pages/confirm.tsx'),
  'create-tournament': () => import('./pages/create-tournament.tsx'),
  crew: () => import('./pages/crew.tsx'),
  'crew-videos': () => import('./pages/crew-videos.tsx'),
  funding: () => import('./pages/funding.tsx'),
  'funding-return': () => import('./pages/funding-return.tsx'),
  gate: () => import('./pages/gate.tsx'),
  home: () => import('./pages/home.tsx'),
  invitation: () => import('./pages/invitation.tsx'),
  kiosk: () => import('./pages/kiosk.tsx'),
  login: () => import('./pages/login.tsx'),
  logout: () => import('./pages/logout.tsx'),
  'manage-tournament': () => import('./pages/manage-tournament.tsx'),
  'my-funding': () => import('./pages/my-funding.tsx'),
  'my-tournaments': () => import('./pages/my-tournaments.tsx'),
  'notice-settings': () => import('./pages/notice-settings.tsx'),
  notices: () => import('./pages/notices.tsx'),
  owner: () => import('./pages/owner.tsx'),
  receipt: () => import('./pages/receipt.tsx'),
  recover: () => import('./pages/recover.tsx'),
  reset: () => import('./pages/reset.tsx'),
  statement: () => import('./pages/statement.tsx'),
  tournament: () => import('./pages/tournament.tsx'),
  // Development only; the build drops it.
  ...(process.env.NODE_ENV !== 'production' && { 'ui-kit': () => import('./pages/ui-kit.tsx') }),
} satisfies Record<string, Load>

/** @throws Error for a page without React */
export function pageFile(id: string): Load {
  const known: Record<string, Load> = pageFiles
  const load = known[id]
  if (!load) throw new Error(`page ${id} does not load React`)
  return load
}
