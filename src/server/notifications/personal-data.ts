import { type LeftOut, type Section, section } from '#server/db/personal-data.ts'

export const notificationsSections: readonly Section[] = [
  section('follows', {
    name: 'follows',
    about: 'Boats and tournaments that you follow.',
    whose: 'user_id',
    key: ['subject_id'],
    usual: ['created_at'],
    fields: {
      kind: 'A boat or a tournament.',
      subject_id: 'Its number.',
      muted: '1: you back the boat and don’t want to hear of it.',
    },
    withheld: { own: ['user_id'] },
  }),
  section('notifications', {
    name: 'notifications',
    about: 'What you were told. Without the words where they name another person.',
    whose: 'user_id',
    key: ['message_id'],
    usual: ['boat_id', 'created_at'],
    fields: {
      message_id: 'The number of the notification. Its words are in “notification”.',
      channel: 'How it was sent.',
      read_at: 'When you read it.',
      sent_at: 'When it was sent.',
    },
    // The text is in `notification`, with the title.
    withheld: { own: ['user_id'], internal: ['send_at'], repeated: ['text'] },
  }),
  section('notification_settings', {
    name: 'notificationSettings',
    about: 'How you want to be told.',
    whose: 'user_id',
    key: ['user_id'],
    fields: {
      channels: 'Which notifications by which channel, where you changed it.',
      quiet_from: 'No pushes from this time.',
      quiet_to: 'No pushes until this time.',
      time_zone: 'Your time zone.',
      digest: '1: with an evening mail.',
      digest_day: 'The last day with an evening mail.',
    },
    withheld: { own: ['user_id'] },
  }),
  section('push_subscriptions', {
    name: 'pushDevices',
    about: 'Devices that get push messages.',
    whose: 'user_id',
    key: ['id'],
    usual: ['id', 'created_at'],
    fields: { session_id: 'The signed-in device.', failing_since: 'Since when messages don’t arrive.' },
    withheld: { own: ['user_id'], secret: ['endpoint', 'p256dh', 'auth'] },
  }),
  section('webhooks', {
    name: 'webhooks',
    about: 'Servers that get what happens in your tournaments.',
    whose: 'created_by',
    key: ['id'],
    usual: ['id', 'tournament_id', 'created_at'],
    fields: {
      url: 'The address.',
      topics: 'What it gets.',
      secret_changed_at: 'When its secret was last changed.',
      failing_since: 'Since when it fails.',
      succeeded_at: 'When it last worked.',
      disabled_at: 'When it was turned off.',
    },
    withheld: {
      own: ['created_by'],
      secret: ['secret_version'],
      internal: ['waiting', 'run', 'failures', 'problem'],
    },
  }),
]

export const notificationsLeftOut: LeftOut = {
  notification_messages: 'The same for all who were told; they may name others.',
  webhook_deliveries: 'What happened in a tournament, about others too: the last fifty of each webhook.',
}
