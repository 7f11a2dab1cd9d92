import { boatsRoutes } from './boats/routes.ts'
import type { PageFacts } from './lib/boot.tsx'
import { moneyRoutes } from './money/routes.ts'
import { notificationsRoutes } from './notifications/routes.ts'
import { pageFile } from './page-files.ts'
import { peopleRoutes } from './people/routes.ts'
import { about, type Route, type RouteFacts } from './route.ts'
import { siteRoutes } from './site/routes.ts'
import { tournamentsRoutes } from './tournaments/routes.ts'
import { videosRoutes } from './videos/routes.ts'

const asRoute = (facts: RouteFacts): Route => ({
  access: 'public',
  description: about,
  indexable: false,
  script: facts.load ? 'none' : 'react',
  load: facts.load ?? pageFile(facts.id),
  ...facts,
})

export const factsOf = (route: Route): PageFacts => {
  const { title, description, manifest, indexable, surface, data, viewer, script } = route
  return { title, description, manifest, indexable, surface, data, viewer, script }
}

/** The build drops it. */
const developmentRoutes: readonly RouteFacts[] =
  process.env.NODE_ENV === 'production'
    ? []
    : [{ id: 'ui-kit', path: '/__ui', title: 'Design system', description: 'Every part in every state.' }]

export const allRoutes = [
  ...siteRoutes,
  ...notificationsRoutes,
  ...moneyRoutes,
  ...tournamentsRoutes,
  ...videosRoutes,
  ...boatsRoutes,
  ...peopleRoutes,
  ...developmentRoutes,
].map(asRoute)

/** Replaces every page while the site is locked. */
export const gateRoute = asRoute({
  id: 'gate',
  path: null,
  title: 'Site Under Construction',
  description: 'This site is not open yet.',
  data: 'none',
})

const notFoundRoute = asRoute({
  id: 'not-found',
  path: null,
  status: 404,
  title: 'Page not found',
  description: 'There is no such page.',
  load: () => import('./pages/not-found.tsx'),
})

/** Returns the parameters, or null if the path doesn't match. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const patternParts = pattern.split('/')
  const segments = path.split('/')
  if (patternParts.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of patternParts.entries()) {
    const value = segments[index] ?? ''
    if (part.startsWith(':')) {
      if (value === '') return null
      try {
        params[part.slice(1)] = decodeURIComponent(value)
      } catch {
        return null
      }
    } else if (part !== value) return null
  }
  return params
}

export function findRoute(path: string, isMember: boolean): { route: Route; params: Record<string, string> } {
  const audience = isMember ? 'member' : 'visitor'
  for (const route of allRoutes) {
    if (route.path === null || (route.audience !== undefined && route.audience !== audience)) continue
    const params = matchPath(route.path, path)
    if (params) return { route, params }
  }
  return { route: notFoundRoute, params: {} }
}
