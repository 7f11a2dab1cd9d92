import type { ComponentType } from 'react'

export interface PageProps {
  params: Record<string, string>
}

export type Load = () => Promise<{ default: ComponentType<PageProps> }>

/** Each page's file, named by the page's id, by which the build finds its scripts. */
export const pageFiles = {
  account: () => import('./pages/account.tsx'),
  'add-boat': () => import('./pages/add-boat.tsx'),
  'all-tournaments': () => import('./pages/all-tournaments.tsx'),
  backers: () => import('./pages/backers.tsx'),
  boat: () => import('./pages/boat.tsx'),
  boats: () => import('./pages/boats.tsx'),
  confirm: () => import('./pages/confirm.tsx'),
  'create-tournament': () => import('./pages/create-tournament.tsx'),
  crew: () => import('./pages/crew.tsx'),
  'crew-videos': () => import('./pages/crew-videos.tsx'),
  'dock-board': () => import('./pages/dock-board.tsx'),
  funding: () => import('./pages/funding.tsx'),
  'funding-return': () => import('./pages/funding-return.tsx'),
  gate: () => import('./pages/gate.tsx'),
  home: () => import('./pages/home.tsx'),
  kiosk: () => import('./pages/kiosk.tsx'),
  landing: () => import('./pages/landing.tsx'),
  login: () => import('./pages/login.tsx'),
  logout: () => import('./pages/logout.tsx'),
  'manage-tournament': () => import('./pages/manage-tournament.tsx'),
  'my-funding': () => import('./pages/my-funding.tsx'),
  'my-tournaments': () => import('./pages/my-tournaments.tsx'),
  'not-found': () => import('./pages/not-found.tsx'),
  receipt: () => import('./pages/receipt.tsx'),
  recover: () => import('./pages/recover.tsx'),
  reset: () => import('./pages/reset.tsx'),
  statement: () => import('./pages/statement.tsx'),
  tournament: () => import('./pages/tournament.tsx'),
  // Development only; the build drops it.
  'ui-kit': () =>
    process.env.NODE_ENV === 'production' ? import('./pages/not-found.tsx') : import('./pages/ui-kit.tsx'),
} satisfies Record<string, Load>

export type PageId = keyof typeof pageFiles

export const pageFile = (id: string): Load => {
  const known: Record<string, Load> = pageFiles
  return known[id] ?? pageFiles['not-found']
}
