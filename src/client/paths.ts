import { loginPath, logoutPath } from '#contract/api-paths.ts'

export { safeNext } from '#contract/safe-next.ts'

/** Every address of the site, made in one place. */
export const paths = {
  home: () => '/',
  login: (next?: string) =>
    next === undefined || next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}`,
  signUp: (next?: string) =>
    next === undefined || next === '/'
      ? '/login?mode=signup'
      : `/login?mode=signup&next=${encodeURIComponent(next)}`,
  /** Where the specification sends whoever lost the session; it leads on to `login`. */
  loginAgain: (next: string) => `${loginPath}?next=${encodeURIComponent(next)}`,
  recover: () => '/recover',
  /** For a sign-up's link that asks for a password. */
  chooseFirstPassword: (token: string) =>
    `/reset?${new URLSearchParams({ token_hash: token, type: 'signup' })}`,
  account: () => '/account',
  logout: () => logoutPath,
  crewVideos: () => '/crew-videos',
  crewVideo: (id: string) => `/crew-videos/${encodeURIComponent(id)}`,
  tournament: (id: string) => `/tournament/${encodeURIComponent(id)}`,
  manageTournament: (id: string, section?: string) =>
    `/tournament/${encodeURIComponent(id)}/manage${section === undefined ? '' : `?section=${section}`}`,
  /** What the home page shows, for visitors too: theirs is the landing page. */
  tournaments: () => '/tournaments',
  /** A sheet to print: a tournament's QR code for the board at the dock. */
  dockBoard: (id: string) => `/tournament/${encodeURIComponent(id)}/board`,
  /** The screen at the marina: of one tournament, or of all that are on. */
  kiosk: (id?: string) => (id === undefined ? '/kiosk' : `/kiosk/${encodeURIComponent(id)}`),
  /** How the winnings of an entry were divided. */
  statement: (entryId: string) => `/statement/${encodeURIComponent(entryId)}`,
  createTournament: () => '/create-tournament',
  funding: (entryId: string) => `/funding/${encodeURIComponent(entryId)}`,
  fundingReturn: (entryId: string) => `/funding/${encodeURIComponent(entryId)}/return`,
  backers: (entryId: string) => `/entry/${encodeURIComponent(entryId)}/backers`,
  crew: () => '/crew',
  crewQueue: () => '/crew/queue',
  crewPosts: (tag?: string) => (tag === undefined ? '/crew/posts' : `/crew/posts?tag=${tag}`),
  crewPost: (id: string) => `/crew/posts/${encodeURIComponent(id)}`,
  crewEditPost: (id: string) => `/crew/posts/${encodeURIComponent(id)}/edit`,
  /** For an item of this device's queue. */
  crewCompose: (itemId: string) => `/crew/compose/${encodeURIComponent(itemId)}`,
  crewLive: () => '/crew/live',
  crewSettings: () => '/crew/settings',
  boats: () => '/boats',
  addBoat: () => '/add-boat',
  myFunding: () => '/my-funding',
  receipt: (fundingId: string) => `/my-funding/${encodeURIComponent(fundingId)}`,
} as const
