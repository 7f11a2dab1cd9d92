import { Hono } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { TrieRouter } from 'hono/router/trie-router'
import { accountDeletionRoutes, makePrepareDeletion } from '#server/site/account-deletion/index.ts'
import { boatRoutes } from './boats/boats/index.ts'
import { crewMemberRoutes } from './boats/crew-members/index.ts'
import { rightClock } from './clock/index.ts'
import { watchWrites } from './db/connection.ts'
import type { Deps } from './deps.ts'
import { eventRoutes, tellStale } from './event-stream/index.ts'
import { healthRoutes } from './health.ts'
import { acceptable } from './http/accept.ts'
import { smallBodies } from './http/body-limit.ts'
import { proxyWarnings } from './http/client-address.ts'
import type { AppEnv } from './http/context.ts'
import { apiHeaders, crossOrigin } from './http/cors.ts'
import { asApiError, errorResponse, notFound } from './http/errors.ts'
import { headLength } from './http/head-length.ts'
import { literalPath } from './http/literal-path.ts'
import { isPageRequest } from './http/page-request.ts'
import { sameOriginForCookies } from './http/same-origin.ts'
import { upToDate } from './http/up-to-date.ts'
import { visitor } from './http/visitor.ts'
import { literalPathMethods, wrongMethod } from './http/wrong-method.ts'
import { mailKinds } from './jobs/job-kinds.ts'
import { metricsRoutes } from './metrics.routes.ts'
import { fundingOrganiserRoutes, fundingRoutes, providerWebhookRoutes } from './money/funding/index.ts'
import { handoverRoutes } from './money/handovers/index.ts'
import { myBoatRoutes } from './money/my-boats/index.ts'
import { myTournamentRoutes } from './money/my-tournaments/index.ts'
import {
  payoutDetailsRoutes,
  payoutImportRoutes,
  payoutRoutes,
  recapRoutes,
  resultRoutes,
  roundRoutes,
} from './money/payouts/index.ts'
import { embedRoutes } from './notifications/embeds/index.ts'
import { feedRoutes } from './notifications/feeds/index.ts'
import { followRoutes } from './notifications/follows/index.ts'
import { notificationRoutes, unsubscribeRoutes } from './notifications/notifications/index.ts'
import { pushRoutes } from './notifications/push/index.ts'
import { webhookRoutes } from './notifications/webhooks/index.ts'
import { openApiRoutes } from './openapi.ts'
import {
  authFormRoutes,
  authRoutes,
  gotrueError,
  gotrueRoutes,
  navigationRoutes,
  readSession,
} from './people/auth/index.ts'
import { type Gate, type GateEntry, gateRoutes, makeGateEntry, siteGate } from './people/gate/index.ts'
import { pictureUploadRoutes } from './people/pictures/index.ts'
import { siteRoleRoutes } from './people/site-roles/index.ts'
import { adminRoutes, brandingRoutes } from './site/admin/index.ts'
import { dataExportRoutes } from './site/data-exports/index.ts'
import { legalRoutes, ownerLegalRoutes } from './site/legal/index.ts'
import { pictureRoutes, sharingRoutes } from './site/sharing/index.ts'
import { imageFileRoutes } from './storage/images/index.ts'
import { anglerRoutes } from './tournaments/anglers/index.ts'
import { announcementRoutes } from './tournaments/announcements/index.ts'
import { boardRoutes } from './tournaments/boards/index.ts'
import { boatProfileRoutes } from './tournaments/boat-profiles/index.ts'
import { catchRoutes } from './tournaments/catches/index.ts'
import { entryRoutes } from './tournaments/entries/index.ts'
import { leaderboardRoutes } from './tournaments/leaderboard/index.ts'
import { logRoutes } from './tournaments/log/index.ts'
import { potRoutes } from './tournaments/pots/index.ts'
import { holdRoutes, protestRoutes } from './tournaments/protests/index.ts'
import { raceRoutes } from './tournaments/race/index.ts'
import { ruleRoutes } from './tournaments/rules/index.ts'
import { rulingRoutes } from './tournaments/rulings/index.ts'
import { slipRoutes } from './tournaments/slips/index.ts'
import { captainRoutes, staffRoutes } from './tournaments/staff/index.ts'
import { tournamentRoutes } from './tournaments/tournaments/index.ts'
import { updateRoutes } from './tournaments/updates/index.ts'
import { crewPostRoutes, giveBoatToWaitingPosts, moderationRoutes } from './videos/crew-posts/index.ts'
import { crewVideoRoutes, fileRoutes, mediaRoutes } from './videos/crew-videos/index.ts'
import type { Assets } from './web/assets.ts'
import { brandFiles } from './web/brand-files.ts'
import { embedDocuments } from './web/embed-document.tsx'
import { renderMarkdown } from './web/markdown.tsx'
import { type Ask, makePages, type PagesOptions } from './web/pages.ts'
import { sharePictures } from './web/share-picture.tsx'

export interface AppOptions {
  /** Null if the site is open to the public. */
  gate: Gate | null
  assets: Assets
  /** Serves hashed files. */
  files?: Hono<AppEnv>
  findRoute?: PagesOptions['findRoute']
}

/** Builds the Hono app: middleware, then feature routes. */
export function makeApp(deps: Deps, { gate, assets, files, findRoute }: AppOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ router: new TrieRouter(), getPath: literalPath })
  app.notFound(c => errorResponse(c, notFound('There is nothing here.')))

  app.use(headLength)
  app.use(visitor(deps))
  app.use(proxyWarnings(deps.env, deps.log))
  app.use((c, next) => errorPages(c, next))
  app.use(smallBodies)
  app.route('/', healthRoutes(deps))
  // On SQLite a check would cost a fifth of a request, and only commands write besides the server.
  if (deps.db.isShared) {
    app.use(upToDate(deps.db))
    app.use((_, next) => watchWrites(next))
  }
  app.route('/', brandFiles(deps))
  if (files) app.route('/', files)
  // Signed links need no session.
  app.route('/media', mediaRoutes(deps))
  const gateEntry = makeGateEntry(deps, gate)
  // Other sites frame these without cookies.
  app.route('/embed', embedRoutes(deps, gateEntry.accessOf, embedDocuments(assets, deps.branding)))
  app.route('/tournament', feedRoutes(deps, gateEntry.accessOf))
  app.use(readSession(deps))

  const api = apiRoutes(deps, gateEntry)
  const { pages, gatePage, failurePage, errorPages, showForm, showGateForm, showText } = makePages(
    deps,
    assets,
    {
      ask: askInside(api),
      ...(findRoute && { findRoute }),
    },
  )
  app.onError((error, c) => {
    if (c.req.path.startsWith('/auth/v1/')) return gotrueError(error, c)
    const isOurs = asApiError(error, c.var.requestId, c.req.raw).status >= 500
    return isOurs && isPageRequest(c.req.method, c.req.path) ? failurePage(c, error) : errorResponse(c, error)
  })
  app.use(siteGate(deps, gate, gateEntry, gatePage, showGateForm))
  app.use(sameOriginForCookies(deps.env.publicUrl))

  app.route('/', metricsRoutes(deps))
  app.route('/', authFormRoutes(deps, showForm))
  app.route('/', unsubscribeRoutes(deps, showText))
  app.route('/auth/v1', gotrueRoutes(deps))
  api.route('/', openApiRoutes())
  app.route('/api', api)
  app.route('/images', imageFileRoutes(deps))
  app.route('/og', pictureRoutes(deps, sharePictures(assets.pictureFonts)))
  app.route('/files', fileRoutes(deps))
  app.route('/', pages)
  return app
}

/** Makes the API for server rendering in this process. The visitor is already authenticated. */
function askInside(api: Hono<AppEnv>): Ask {
  const inside = new Hono<AppEnv>({ router: new TrieRouter(), getPath: literalPath })
  inside.onError((error, c) => errorResponse(c, error))
  inside.use(async (c, next) => {
    const { visitor } = c.env
    if (visitor === undefined) throw new Error('a page asked without its visitor')
    c.set('requestId', visitor.requestId)
    c.set('log', visitor.log)
    c.set('peer', visitor.peer)
    c.set('address', visitor.address)
    c.set('network', visitor.network)
    c.set('origin', visitor.origin)
    c.set('person', visitor.person)
    c.set('via', visitor.via)
    c.set('knowsSitePassword', visitor.knowsSitePassword)
    c.set('sessionEndsAt', visitor.sessionEndsAt)
    await next()
  })
  inside.route('/api', api)
  return (path, visitor, signal) => inside.request(path, { signal }, { visitor })
}

function apiRoutes(deps: Deps, gateEntry: GateEntry): Hono<AppEnv> {
  const api = new Hono<AppEnv>()
  api.use(crossOrigin(deps.env, apiHeaders))
  api.use(
    methodNotAllowed({
      app: api,
      onMethodNotAllowed: (c, methods) => errorResponse(c, wrongMethod(methods)),
    }),
  )
  api.use(literalPathMethods(api, '/api'))
  api.use(acceptable)
  api.use(rightClock(deps.clock))
  api.use(tellStale(deps.db))
  // Answers that browsers may store say so themselves.
  api.use(async (c, next) => {
    await next()
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
  })
  api.route('/', gateRoutes(gateEntry))
  api.route('/', navigationRoutes(deps))
  api.route('/auth', authRoutes(deps, makePrepareDeletion(deps)))
  api.route('/', accountDeletionRoutes(deps))
  api.route('/', pictureUploadRoutes(deps))
  api.route('/', tournamentRoutes(deps))
  api.route('/', myBoatRoutes(deps))
  api.route('/', myTournamentRoutes(deps))
  api.route('/', staffRoutes(deps))
  api.route('/', captainRoutes(deps))
  api.route('/', webhookRoutes(deps))
  api.route('/', siteRoleRoutes(deps))
  api.route('/', dataExportRoutes(deps))
  api.route('/', adminRoutes(deps, mailKinds(deps)))
  api.route('/', brandingRoutes(deps))
  api.route('/', updateRoutes(deps))
  api.route('/', announcementRoutes(deps))
  api.route('/', leaderboardRoutes(deps))
  api.route('/', followRoutes(deps))
  api.route('/', notificationRoutes(deps))
  api.route('/', pushRoutes(deps))
  api.route('/', boatRoutes(deps))
  api.route('/', legalRoutes(deps))
  api.route('/', ownerLegalRoutes(deps, renderMarkdown))
  api.route('/', boatProfileRoutes(deps))
  api.route('/', eventRoutes(deps))
  api.route('/', holdRoutes(deps))
  api.route('/', protestRoutes(deps))
  api.route('/', logRoutes(deps))
  api.route('/', slipRoutes(deps))
  api.route('/', ruleRoutes(deps))
  api.route('/', boardRoutes(deps))
  api.route('/', raceRoutes(deps))
  api.route('/', entryRoutes(deps))
  api.route('/', catchRoutes(deps))
  api.route('/', rulingRoutes(deps))
  api.route('/', anglerRoutes(deps))
  api.route('/', potRoutes(deps))
  api.route('/', fundingRoutes(deps))
  api.route('/', fundingOrganiserRoutes(deps))
  api.route('/', providerWebhookRoutes(deps))
  api.route('/', crewMemberRoutes(deps, giveBoatToWaitingPosts))
  api.route('/', sharingRoutes(deps, gateEntry.passOf))
  api.route('/', resultRoutes(deps))
  api.route('/', roundRoutes(deps))
  api.route('/', recapRoutes(deps))
  api.route('/', payoutRoutes(deps))
  api.route('/', payoutImportRoutes(deps))
  api.route('/', payoutDetailsRoutes(deps))
  api.route('/', handoverRoutes(deps))
  api.route('/', crewVideoRoutes(deps))
  api.route('/', moderationRoutes(deps))
  api.route('/', crewPostRoutes(deps))
  return api
}
