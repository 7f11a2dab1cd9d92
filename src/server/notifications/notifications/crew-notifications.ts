import { day } from '#contract/time.ts'
import { NotDue } from '#server/queue/queue.ts'
import { isShowable } from '#server/videos/crew-videos/index.ts'
import { listFollowersOfBoat, listOrganisersOfBoat } from './audience.queries.ts'
import { isUnchanged, type Notifiers, nameOf, reasonSuffix } from './notifiers.ts'
import type { Message } from './store-notifications.ts'
import { findMembership, findPostSubject } from './subjects.queries.ts'

type Kinds = 'crew-requested' | 'crew-approved' | 'post-published' | 'post-reported'

/** Milliseconds between looks at a video that isn't ready. */
const videoPauseMs = 30_000

export const crewNotifications: Pick<Notifiers, Kinds> = {
  async 'crew-requested'({ db, notify }, { boat, member }) {
    const membership = await findMembership(db, boat, member)
    if (!membership || membership.approved_at !== null) return
    const message: Message = {
      kind: 'crew_request',
      title: membership.boat,
      text: `${nameOf(membership)} wants to join the crew of ${membership.boat}`,
      path: '/boats',
      boat,
      aboutUser: member,
      isCurrent: isUnchanged(membership, trx => findMembership(trx, boat, member)),
    }
    await notify(message, [membership.owner_id], member)
  },

  async 'crew-approved'({ db, notify }, { boat, member }) {
    const membership = await findMembership(db, boat, member)
    if (!membership || membership.approved_at === null) return
    const { boat: title } = membership
    const text = `You’re now in the crew of ${title}`
    await notify({ kind: 'crew_approved', title, text, path: '/crew', boat }, [member], null)
  },

  /** @throws NotDue while the video is processed */
  async 'post-published'({ db, now, at, notify }, { post: id }) {
    const post = await findPostSubject(db, id)
    if (!post || post.published_at === null || post.hidden_at !== null) return
    if (!isShowable(post)) {
      if (['refused', 'failed'].includes(post.status) || now() - at > day) return
      throw new NotDue(now() + videoPauseMs)
    }
    const backersOnly = post.visibility === 'Backers'
    const message: Message = {
      kind: 'crew_post',
      title: post.boat,
      text: `${post.boat} posted a video${reasonSuffix(post.caption)}`,
      path: `/crew-videos/${id}`,
      boat: post.boat_id,
      subjectId: id,
      aboutUser: post.author_id,
      isCurrent: isUnchanged(post, trx => findPostSubject(trx, id)),
    }
    await notify(
      message,
      await listFollowersOfBoat(db, post.boat_id, { backersOnly, now: now() }),
      post.author_id,
    )
  },

  async 'post-reported'({ db, now, notify }, { post: id, by }) {
    const post = await findPostSubject(db, id)
    if (!post) return
    const message: Message = {
      kind: 'report',
      title: post.boat,
      text: `A video of ${post.boat} was reported`,
      path: `/crew-videos/${id}`,
      boat: post.boat_id,
    }
    await notify(message, await listOrganisersOfBoat(db, post.boat_id, now()), by)
  },
}
