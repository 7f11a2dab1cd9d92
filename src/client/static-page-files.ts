import type { Load } from './page-files.ts'

/** Pages without React, by id. Only the server imports them: in the browser's build they would cost every page files. */
export const staticPageFiles = {
  'all-tournaments': () => import('./tournaments/pages/all-tournaments.tsx'),
  'boat-poster': () => import('./boats/pages/boat-poster.tsx'),
  'dock-board': () => import('./tournaments/pages/dock-board.tsx'),
  cookies: () => import('./site/pages/cookies.tsx'),
  landing: () => import('./site/pages/landing.tsx'),
  'not-found': () => import('./pages/not-found.tsx'),
  privacy: () => import('./site/pages/privacy.tsx'),
  support: () => import('./site/pages/support.tsx'),
  terms: () => import('./site/pages/terms.tsx'),
} satisfies Record<string, Load>
