import { type Kysely, sql } from 'kysely'

/** Queued notifications name the event that makes them. */
const jobKinds = {
  'weigh-in': 'catch-recorded',
  lead: 'position-set',
  'crew-post': 'post-published',
  announcement: 'announcement-posted',
  funded: 'funding-received',
  replied: 'reply-sent',
  withdrawn: 'entry-withdrawn',
  cancelled: 'tournament-cancelled',
  settled: 'results-confirmed',
  paid: 'share-paid',
  'handed-over': 'handover-recorded',
  'crew-request': 'crew-requested',
  'crew-approved': 'crew-approved',
  entered: 'entry-created',
  reported: 'post-reported',
  dispute: 'dispute-changed',
  'refund-failed': 'refund-failed',
}

/** The tournaments' logs and the audit trail become one record. */
export async function up(db: Kysely<never>): Promise<void> {
  // Without a reference to the tournament, since audited rows outlive it.
  await sql`
    create table events (
      id text primary key,
      kind text not null,
      tournament_id text,
      actor_id text references users (id),
      role text check (role in ('organiser', 'co-organiser', 'weigh-master', 'owner')),
      address text,
      subject_kind text,
      subject_id text,
      text text,
      detail text,
      data text not null,
      created_at integer not null,
      check ((subject_kind is null) = (subject_id is null))
    ) strict
  `.execute(db)
  await sql`
    insert into events (id, created_at, kind, tournament_id, actor_id, role, subject_kind, subject_id, text, data)
    select id, created_at, kind, tournament_id, actor_id, role,
      case when about_user is not null then 'user' end, about_user, subject, '{}'
    from tournament_actions
  `.execute(db)
  await sql`
    insert into events (id, created_at, kind, actor_id, address, subject_kind, subject_id, detail, data)
    select id, created_at, kind, actor_id, address, subject_kind, subject_id, detail, '{}' from audit_log
  `.execute(db)
  await sql`drop table tournament_actions`.execute(db)
  await sql`drop table audit_log`.execute(db)
  for (const index of [
    'events_log on events (tournament_id, created_at, id) where role is not null',
    'events_tournament on events (tournament_id) where tournament_id is not null',
    'events_actor on events (actor_id, id)',
    'events_subject on events (subject_id, id) where subject_id is not null',
    'events_audit on events (id) where address is not null',
    'events_audit_actor on events (actor_id, id) where address is not null',
    'events_audit_kind on events (kind, id) where address is not null',
  ])
    await sql`create index ${sql.raw(index)}`.execute(db)
  await sql`
    create trigger events_no_update before update on events
    begin select raise(abort, 'events are append-only'); end
  `.execute(db)
  await sql`
    create trigger events_no_delete before delete on events
    when old.address is not null or old.tournament_id is null
      or exists (select 1 from tournaments where id = old.tournament_id)
    begin select raise(abort, 'events are append-only'); end
  `.execute(db)
  await moveJobs(db)
}

async function moveJobs(db: Kysely<never>): Promise<void> {
  const type = sql`subject ->> '$.type'`
  for (const [before, after] of Object.entries(jobKinds))
    await sql`
      update jobs set subject = json_remove(json_set(subject, '$.kind', ${after}), '$.type')
      where kind = 'notification' and ${type} = ${before}
    `.execute(db)
  await sql`
    update jobs set subject = json_set(subject, '$.catch', json_object('id', subject ->> '$.catch'))
    where kind = 'notification' and subject ->> '$.kind' = 'catch-recorded'
  `.execute(db)
  // The clock queues the same ones again, which have the same text.
  await sql`
    update jobs set subject = json_object('kind', ${type}, 'at', subject ->> '$.at', 'tournament', subject ->> '$.tournament')
    where kind = 'notification' and ${type} in ('funding-closes', 'funding-closed', 'payouts-open')
  `.execute(db)
  await sql`
    update jobs set subject = json_object('kind', ${type}, 'at', subject ->> '$.at', 'funding', subject ->> '$.funding')
    where kind = 'notification' and ${type} = 'reply-needed'
  `.execute(db)
}
