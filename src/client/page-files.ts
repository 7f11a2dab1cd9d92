import type { Load } from './page.ts'

/** Pages that load React, by id, which the build finds their scripts by. Others: in the routes. */
const pageFiles: Record<string, Load> = {
  account: () => import('./people/pages/account.tsx'),
  'add-boat': () => import('./boats/pages/add-boat.tsx'),
  admin: () => import('./site/pages/admin.tsx'),
  backers: () => import('./money/pages/backers.tsx'),
  boat: () => import('./boats/pages/boat.tsx'),
  boats: () => import('./boats/pages/boats.tsx'),
  confirm: () => import('./people/pages/confirm.tsx'),
  'create-tournament': () => import('./tournaments/pages/create-tournament.tsx'),
  crew: () => import('./videos/pages/crew.tsx'),
  'crew-videos': () => import('./videos/pages/crew-videos.tsx'),
  funding: () => import('./money/pages/funding.tsx'),
  'funding-return': () => import('./money/pages/funding-return.tsx'),
  gate: () => import('./people/pages/gate.tsx'),
  home: () => import('./tournaments/pages/home.tsx'),
  invitation: () => import('./tournaments/pages/invitation.tsx'),
  'join-crew': () => import('./boats/pages/join-crew.tsx'),
  kiosk: () => import('./tournaments/pages/kiosk.tsx'),
  login: () => import('./people/pages/login.tsx'),
  logout: () => import('./people/pages/logout.tsx'),
  'manage-tournament': () => import('./tournaments/pages/manage-tournament.tsx'),
  'my-funding': () => import('./money/pages/my-funding.tsx'),
  'my-tournaments': () => import('./tournaments/pages/my-tournaments.tsx'),
  'notification-settings': () => import('./notifications/pages/notification-settings.tsx'),
  notifications: () => import('./notifications/pages/notifications.tsx'),
  owner: () => import('./site/pages/owner.tsx'),
  protests: () => import('./tournaments/pages/protests.tsx'),
  race: () => import('./tournaments/pages/race.tsx'),
  receipt: () => import('./money/pages/receipt.tsx'),
  recap: () => import('./money/pages/recap.tsx'),
  recover: () => import('./people/pages/recover.tsx'),
  reset: () => import('./people/pages/reset.tsx'),
  slip: () => import('./tournaments/pages/slip.tsx'),
  statement: () => import('./money/pages/statement.tsx'),
  'tournament-log': () => import('./tournaments/pages/tournament-log.tsx'),
  tournament: () => import('./tournaments/pages/tournament.tsx'),
  // Development only; the build drops it.
  ...(process.env.NODE_ENV !== 'production' && { 'ui-kit': () => import('./pages/ui-kit.tsx') }),
}

/** @throws Error for a page without React */
export function pageFile(id: string): Load {
  const load = pageFiles[id]
  if (!load) throw new Error(`page ${id} does not load React`)
  return load
}
