import type { Deps } from '#server/deps.ts'
import { crewNotifications } from './crew-notifications.ts'
import { fundingNotifications } from './funding-notifications.ts'
import type { NotifierContext, Notifiers, NotifyingEvent } from './notifiers.ts'
import { payoutNotifications } from './payout-notifications.ts'
import { protestNotifications } from './protest-notifications.ts'
import { scoringNotifications } from './scoring-notifications.ts'
import { storeNotifications } from './store-notifications.ts'
import { tournamentNotifications } from './tournament-notifications.ts'

const notifiers: Notifiers = {
  ...tournamentNotifications,
  ...scoringNotifications,
  ...protestNotifications,
  ...fundingNotifications,
  ...payoutNotifications,
  ...crewNotifications,
}

/** @param subject of the event's job: repeated, it notifies no person twice @throws NotDue */
export function makeNotifications(
  { db, now, sharesIfEnded }: Pick<Deps, 'db' | 'now' | 'sharesIfEnded'>,
  event: NotifyingEvent,
  subject: string,
): Promise<void> {
  const { at, kind } = event
  const make = notifiers[kind] as (context: NotifierContext, event: NotifyingEvent) => Promise<void>
  return make(
    {
      db,
      now,
      sharesIfEnded,
      at,
      notify: (message, people, by, part = '') =>
        storeNotifications(
          { db, now },
          { subject: `${subject}${part}`, at },
          message,
          [...people].filter(person => person !== by),
        ),
    },
    event,
  )
}
