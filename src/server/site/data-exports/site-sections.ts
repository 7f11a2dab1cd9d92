import { type LeftOut, type Section, section } from '#server/db/personal-data.ts'

export const siteSections: readonly Section[] = [
  section('images', {
    name: 'pictures',
    about: 'Your pictures. The files are in files/pictures, named by their numbers.',
    whose: 'owner_id',
    key: ['id'],
    usual: ['created_at'],
    fields: {
      id: 'The number of the picture.',
      width: 'In pixels.',
      height: 'In pixels.',
      size_bytes: 'In bytes.',
    },
    withheld: { own: ['owner_id'] },
  }),
  section('events', {
    name: 'tournamentActions',
    about: 'What you did in tournaments that you run or help to run.',
    whose: 'actor_id',
    only: 'role',
    key: ['id'],
    usual: ['id', 'tournament_id'],
    fields: { role: 'Your role then.', kind: 'What.', created_at: 'When.' },
    withheld: { own: ['actor_id'], others: ['subject_kind', 'subject_id', 'text'], repeated: ['data'] },
  }),
  section('events', {
    name: 'auditOfWhatYouDid',
    about: 'What you did as an owner of this site.',
    whose: 'actor_id',
    only: 'address',
    key: ['id'],
    usual: ['id'],
    fields: {
      kind: 'What.',
      subject_kind: 'What kind of thing it was done to.',
      subject_id: 'Its number.',
      detail: 'More about it.',
      address: 'Your network address.',
      created_at: 'When.',
    },
  }),
  section('events', {
    name: 'auditOfYourAccount',
    about: 'What the owners of this site did to your account.',
    whose: 'subject_id',
    only: 'address',
    key: ['id'],
    usual: ['id'],
    fields: { kind: 'What.', detail: 'More about it.', created_at: 'When.' },
  }),
  section('legal_texts', {
    name: 'legalTexts',
    about: 'Versions of the terms and policies that you set as an owner of this site.',
    whose: 'created_by',
    key: ['kind', 'version'],
    fields: { kind: 'Which text.', version: 'The version.', text: 'What it says.', created_at: 'When.' },
    withheld: { own: ['created_by'] },
  }),
]

export const siteLeftOut: LeftOut = {
  branding: 'The site’s name, address, colour and logo.',
  data_exports: 'This archive.',
  bucket_files: 'Where files are that are in this archive.',
  jobs: 'Work of the server.',
  mails: 'Mails that wait; their links are secrets. They arrive or are deleted.',
  clock: 'Work of the server.',
}
