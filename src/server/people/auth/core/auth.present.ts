import { iso } from '#contract/iso.ts'
import type { ClientUser, SessionInfo } from '#contract/people/auth.ts'
import { picturePattern } from '#contract/people/auth-texts.ts'
import type { Person } from '#server/http/context.ts'
import { type LiveUser, namesIn, parseMetadata } from './auth.rules.ts'
import type { SessionRow } from './auth.table.ts'

/** GoTrue clients may write any metadata. */
function profile(user: LiveUser) {
  const { avatar_url } = parseMetadata(user.metadata)
  return {
    ...namesIn(user.metadata),
    profileImageUrl: typeof avatar_url === 'string' && picturePattern.test(avatar_url) ? avatar_url : null,
  }
}

export function presentPerson(user: LiveUser, session: SessionRow): Person {
  return { id: user.id, sessionId: session.id, email: user.email, ...profile(user) }
}

export function presentUser(user: LiveUser): ClientUser {
  return {
    id: user.id,
    email: user.email,
    ...profile(user),
    emailConfirmed: user.email_confirmed_at !== null,
    newEmail: user.new_email,
  }
}

export function presentSessionInfo(session: SessionRow, current: string): SessionInfo {
  return {
    id: session.id,
    current: session.id === current,
    via: session.cookie_hash === null ? 'program' : 'page',
    userAgent: session.user_agent,
    address: session.address,
    createdAt: iso(session.created_at),
    seenAt: iso(session.seen_at),
  }
}
