import { loginPath, logoutPath } from '#contract/api-paths.ts'
import { codeMark } from '#contract/qr-code.ts'
import type { LegalKind } from '#contract/site/legal-kinds.ts'

export { safeNext } from '#contract/people/safe-next.ts'

/** All addresses of the site. */
export const paths = {
  home: () => '/',
  login: (next?: string) =>
    next === undefined || next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}`,
  signUp: (next?: string) =>
    next === undefined || next === '/'
      ? '/login?mode=signup'
      : `/login?mode=signup&next=${encodeURIComponent(next)}`,
  /** Sign-in after a lost session; redirects to `login`. */
  loginAgain: (next: string) => `${loginPath}?next=${encodeURIComponent(next)}`,
  recover: () => '/recover',
  /** Page that a sign-up link leads to if it asks for a password. */
  chooseFirstPassword: (token: string) =>
    `/reset?${new URLSearchParams({ token_hash: token, type: 'signup' })}`,
  account: () => '/account',
  notifications: () => '/notices',
  notificationSettings: () => '/account/notifications',
  /** Owners only. */
  admin: (section?: string) => (section === undefined ? '/admin' : `/admin?section=${section}`),
  logout: () => logoutPath,
  crewVideos: () => '/crew-videos',
  crewVideo: (id: string) => `/crew-videos/${encodeURIComponent(id)}`,
  tournament: (id: string) => `/tournament/${encodeURIComponent(id)}`,
  /** Tournament with an open form that enters the boat. */
  enterBoat: (id: string, boatId: string) =>
    `/tournament/${encodeURIComponent(id)}?${new URLSearchParams({ enter: boatId })}`,
  /** Its boats that take fundings, for visitors too: where its QR code leads them. */
  pickBoat: (id: string) => `/tournament/${encodeURIComponent(id)}/boats`,
  /** Exists once results are official. */
  recap: (id: string) => `/tournament/${encodeURIComponent(id)}/recap`,
  /** A category of the leaderboard, or a day of it. @param page path of a page with the leaderboard */
  board: (page: string, category: string, day: string | null = null) =>
    `${page}?${new URLSearchParams({ category, ...(day !== null && { day }) })}#leaderboard`,
  /** History of the board. @param lead entry that took the lead: link previews show its picture */
  race: (id: string, lead?: string) =>
    `/tournament/${encodeURIComponent(id)}/race${lead === undefined ? '' : `/${encodeURIComponent(lead)}`}`,
  /** PNG, of a boat that took the lead. */
  leadPicture: (id: string, entryId: string) =>
    `/og/lead/${encodeURIComponent(id)}/${encodeURIComponent(entryId)}.png`,
  /** @param part id of a part of the section */
  manageTournament: (id: string, section?: string, part?: string) =>
    `/tournament/${encodeURIComponent(id)}/manage${section === undefined ? '' : `?section=${section}`}${part === undefined ? '' : `#${part}`}`,
  /** @param number of an older version */
  rules: (id: string, number?: number) =>
    `/tournament/${encodeURIComponent(id)}/rules${number === undefined ? '' : `?number=${number}`}`,
  protests: (id: string) => `/tournament/${encodeURIComponent(id)}/protests`,
  /** @param before number of the event after the last one that it shows */
  tournamentLog: (id: string, before?: number) =>
    `/tournament/${encodeURIComponent(id)}/log${before === undefined ? '' : `?before=${before}`}`,
  /** A catch by the log; to print. */
  slip: (number: string) => `/slip/${encodeURIComponent(number)}`,
  /** Atom. */
  updatesFeed: (id: string) => `/tournament/${encodeURIComponent(id)}/updates.atom`,
  /** The home page's content, for visitors too. */
  tournaments: () => '/tournaments',
  /** Searchable. */
  allTournaments: (search: { q?: string; status?: string; cursor?: string } = {}) => {
    const query = new URLSearchParams(search).toString()
    return query === '' ? '/tournaments/all' : `/tournaments/all?${query}`
  },
  /** A printable QR code. @param withPass that opens a locked site; for organisers */
  dockBoard: (id: string, { withPass = false }: { withPass?: boolean } = {}) =>
    `/tournament/${encodeURIComponent(id)}/board${withPass ? '?with=pass' : ''}`,
  /** The screen at the marina. */
  kiosk: (id?: string) => (id === undefined ? '/kiosk' : `/kiosk/${encodeURIComponent(id)}`),
  statement: (entryId: string) => `/statement/${encodeURIComponent(entryId)}`,
  createTournament: () => '/create-tournament',
  myTournaments: () => '/my-tournaments',
  /** `amount` is in dollars; `fromCode`: a visitor signs up first */
  funding: (
    entryId: string,
    { amount, fromCode = false }: { amount?: string | undefined; fromCode?: boolean } = {},
  ) => {
    const path = `/funding/${encodeURIComponent(entryId)}`
    const query = new URLSearchParams({ ...(amount !== undefined && { amount }), ...(fromCode && codeMark) })
    return query.size === 0 ? path : `${path}?${query}`
  },
  fundingReturn: (entryId: string) => `/funding/${encodeURIComponent(entryId)}/return`,
  backers: (entryId: string) => `/entry/${encodeURIComponent(entryId)}/backers`,
  crew: () => '/crew',
  crewQueue: () => '/crew/queue',
  crewPosts: (tag?: string) => (tag === undefined ? '/crew/posts' : `/crew/posts?tag=${tag}`),
  crewPost: (id: string) => `/crew/posts/${encodeURIComponent(id)}`,
  crewEditPost: (id: string) => `/crew/posts/${encodeURIComponent(id)}/edit`,
  /** @param itemId item of this device's queue */
  crewCompose: (itemId: string) => `/crew/compose/${encodeURIComponent(itemId)}`,
  crewLive: () => '/crew/live',
  crewSettings: () => '/crew/settings',
  boats: () => '/boats',
  boat: (id: string) => `/boat/${encodeURIComponent(id)}`,
  /** Page on which crew ask to join. */
  joinCrew: (id: string) => `/boat/${encodeURIComponent(id)}/crew`,
  /** A printable QR code. @param withPassOf an entry: it opens a locked site; for organisers */
  boatPoster: (id: string, withPassOf?: string) =>
    `/boat/${encodeURIComponent(id)}/poster${withPassOf === undefined ? '' : `?${new URLSearchParams({ with: withPassOf })}`}`,
  /** @param tournament where the captain enters the boat next */
  addBoat: (tournament?: string) =>
    tournament === undefined ? '/add-boat' : `/add-boat?${new URLSearchParams({ tournament })}`,
  /** @param version of an older text */
  legal: (kind: LegalKind, version?: number) => (version === undefined ? `/${kind}` : `/${kind}/${version}`),
  myFunding: () => '/my-funding',
  receipt: (fundingId: string) => `/my-funding/${encodeURIComponent(fundingId)}`,
} as const
