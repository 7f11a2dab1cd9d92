import { type LeftOut, type Section, section } from '#server/db/personal-data.ts'

export const peopleSections: readonly Section[] = [
  section('users', {
    name: 'account',
    about: 'Your account.',
    whose: 'id',
    key: ['id'],
    usual: ['created_at'],
    fields: {
      id: 'The number of your account.',
      email: 'The address that you sign in with.',
      metadata: 'Your names and picture, and what other programs stored with your account.',
      email_confirmed_at: 'When you confirmed your address.',
      confirmation_sent_at: 'When a confirmation was last mailed.',
      recovery_sent_at: 'When a link for a new password was last mailed.',
      new_email: 'An address that you want to change to and have not confirmed.',
      email_change_sent_at: 'When the links for that were mailed.',
      last_sign_in_at: 'When you last signed in.',
      banned_at: 'When the account was suspended.',
      age_confirmed_at: 'When you confirmed the minimum age.',
      updated_at: 'When the account last changed.',
    },
    withheld: {
      secret: ['password_hash', 'has_long_password'],
      internal: ['email_change_confirmations', 'deleted_at'],
    },
  }),
  section('sessions', {
    name: 'devices',
    about: 'Devices and programs that are signed in.',
    whose: 'user_id',
    key: ['id'],
    usual: ['id'],
    fields: {
      method: 'How it signed in: with the password or a mailed link.',
      user_agent: 'The browser or program.',
      address: 'The network address.',
      created_at: 'When it signed in.',
      seen_at: 'When it was last used.',
      idle_expires_at: 'When it is signed out without another visit.',
      expires_at: 'When it is signed out in any case.',
    },
    withheld: { own: ['user_id'], secret: ['cookie_hash', 'refresh_counter'], internal: ['refreshed_at'] },
  }),
  section('known_networks', {
    name: 'networks',
    about: 'The last networks that you signed in from.',
    whose: 'user_id',
    key: ['network'],
    fields: { network: 'The network.', signed_in_at: 'When you last signed in from it.' },
    withheld: { own: ['user_id'] },
  }),
  section('site_roles', {
    name: 'siteRole',
    about: 'Your role on this site.',
    whose: 'user_id',
    key: ['user_id'],
    fields: { role: 'Owner or organiser.', granted_at: 'Since when.' },
    withheld: { own: ['user_id'] },
  }),
  section('organiser_requests', {
    name: 'organiserRequests',
    about: 'Your requests to run tournaments.',
    whose: 'user_id',
    key: ['id'],
    usual: ['id', 'created_at'],
    fields: {
      content: 'What you wrote.',
      decided_at: 'When it was decided.',
      approved: '1: approved, 0: declined.',
    },
    withheld: { own: ['user_id'] },
  }),
]

export const peopleLeftOut: LeftOut = {
  one_time_tokens: 'Secrets: hashes of mailed links, for hours.',
  auth_codes: 'Secrets: hashes of sign-in codes, for minutes.',
  owner_links: 'A secret without a person.',
  daily_counts: 'How much was created in the last days, for the limits of a day.',
}
