import { type Section, section } from '#server/db/personal-data.ts'

export const boatsSections: readonly Section[] = [
  section('boats', {
    name: 'boats',
    about: 'Your boats.',
    whose: 'owner_id',
    key: ['id'],
    usual: ['created_at'],
    fields: {
      id: 'The number of the boat.',
      name: 'Its name.',
      captain_name: 'Its captain.',
      description: 'Its description.',
      image_id: 'Its picture in files/pictures.',
    },
    withheld: { own: ['owner_id'], internal: ['idempotency_key'] },
  }),
  section('crew_members', {
    name: 'crew',
    about: 'The boat whose crew you are in, or asked to join.',
    whose: 'user_id',
    key: ['boat_id'],
    usual: ['boat_id'],
    fields: { approved_at: 'When you were accepted.', created_at: 'When you asked.' },
    withheld: { own: ['user_id'] },
  }),
  section('former_crew', {
    name: 'former-crew',
    about: 'The boats whose crew you were in.',
    whose: 'user_id',
    key: ['boat_id'],
    usual: ['boat_id'],
    fields: { left_at: 'When you left, the last time.' },
    withheld: { own: ['user_id'] },
  }),
]
