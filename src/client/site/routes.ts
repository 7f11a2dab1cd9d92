import { sectionIn, sectionOf } from '#client/lib/sections.ts'
import { ownerLinkQuery } from '#client/people/api/site-roles.ts'
import { about, type RouteFacts, subject } from '#client/route.ts'
import { adminSections, firstAdminSection } from '#client/site/admin-sections.ts'
import { brandingQuery, sectionQueries } from '#client/site/api/admin.ts'
import { legalQuery } from '#client/site/api/legal.ts'
import { boardsQuery } from '#client/tournaments/api/leaderboard.ts'
import { showcaseQueries } from '#client/tournaments/api/tournaments.ts'
import { legalKinds, legalTitles } from '#contract/site/legal-kinds.ts'

/** The text in force, and each version. */
const legalRoutes = legalKinds.flatMap(kind =>
  [`/${kind}`, `/${kind}/:version`].map(
    (path): RouteFacts => ({
      id: kind,
      path,
      title: legalTitles[kind],
      indexable: !path.includes(':'),
      load: () => import('./pages/legal.tsx'),
      subject: subject(
        ({ version }) => legalQuery(kind, version),
        () => ({ title: legalTitles[kind], description: about }),
      ),
    }),
  ),
)

const adminSectionOf = (search: string) => sectionOf(adminSections, sectionIn(search), firstAdminSection)

export const siteRoutes: readonly RouteFacts[] = [
  {
    id: 'landing',
    path: '/',
    audience: 'visitor',
    title: 'Fund the Catch. Share the Victory.',
    indexable: true,
    preload: () => [showcaseQueries.active, showcaseQueries.upcoming, boardsQuery()],
    load: () => import('./pages/landing.tsx'),
  },
  {
    id: 'owner',
    path: '/owner/:token',
    title: 'Own This Site',
    subject: subject(
      ({ token = '' }) => ownerLinkQuery(token),
      () => ({ title: 'Own This Site', description: about, about: {} }),
    ),
    signsUpWhile: ({ token = '' }) => ownerLinkQuery(token),
  },
  {
    id: 'admin',
    path: '/admin',
    access: 'member',
    title: 'Admin',
    // Owners only: refused before rendering. The checklist may wait for a bucket.
    subject: subject(brandingQuery, (_, search) => ({
      title: 'Admin',
      section: adminSectionOf(search)?.title,
      description: about,
    })),
    preload: (_, search) => {
      const section = adminSectionOf(search)
      return (section && sectionQueries[section.id]?.()) ?? []
    },
  },
  ...legalRoutes,
]
