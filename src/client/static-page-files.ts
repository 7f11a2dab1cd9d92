import type { Load } from './page-files.ts'

/** Pages without React, by id. Only the server imports them: in the browser's build they would cost every page files. */
export const staticPageFiles = {
  'all-tournaments': () => import('./pages/all-tournaments.tsx'),
  'boat-poster': () => import('./pages/boat-poster.tsx'),
  'dock-board': () => import('./pages/dock-board.tsx'),
  cookies: () => import('./pages/cookies.tsx'),
  landing: () => import('./pages/landing.tsx'),
  'not-found': () => import('./pages/not-found.tsx'),
  privacy: () => import('./pages/privacy.tsx'),
  support: () => import('./pages/support.tsx'),
  terms: () => import('./pages/terms.tsx'),
} satisfies Record<string, Load>
