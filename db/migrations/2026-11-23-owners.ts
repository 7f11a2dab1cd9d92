import { type Kysely, sql } from 'kysely'

/** Who owns the site, who may run tournaments on it, and what owners and operators did. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table site_roles (
      user_id text primary key references users (id),
      role text not null check (role in ('owner', 'organiser')),
      granted_at integer not null
    ) strict, without rowid
  `.execute(db)
  await sql`create index site_roles_role on site_roles (role, user_id)`.execute(db)
  await sql`
    create table owner_links (
      token_hash text primary key,
      expires_at integer not null
    ) strict, without rowid
  `.execute(db)
  await sql`
    create table organiser_requests (
      id text primary key,
      user_id text not null references users (id),
      content text not null,
      created_at integer not null,
      decided_at integer,
      approved integer check (approved in (0, 1)),
      check ((decided_at is null) = (approved is null))
    ) strict
  `.execute(db)
  await sql`create index organiser_requests_user on organiser_requests (user_id, id)`.execute(db)
  await sql`create index organiser_requests_open on organiser_requests (id) where decided_at is null`.execute(
    db,
  )
  await sql`
    create unique index organiser_requests_once on organiser_requests (user_id) where decided_at is null
  `.execute(db)
  // Ids, no names: a deleted account's rows stay.
  await sql`
    create table audit_log (
      id text primary key,
      actor_id text references users (id),
      kind text not null,
      subject_kind text not null,
      subject_id text not null,
      detail text not null,
      address text not null,
      created_at integer not null
    ) strict
  `.execute(db)
  await sql`create index audit_log_actor on audit_log (actor_id, id)`.execute(db)
  await sql`create index audit_log_subject on audit_log (subject_id, id)`.execute(db)
  await sql`create index audit_log_kind on audit_log (kind, id)`.execute(db)
  for (const event of ['update', 'delete'])
    await sql`
      create trigger audit_log_no_${sql.raw(event)} before ${sql.raw(event)} on audit_log
      begin select raise(abort, 'the audit trail is append-only'); end
    `.execute(db)
  await sql`create index jobs_failed on jobs (id) where state = 'failed'`.execute(db)
  await sql`
    create index fundings_refund_failed on fundings (id) where refund_failed_at is not null
  `.execute(db)
  await addPeopleSearch(db)
}

/** Like the search of boats. */
async function addPeopleSearch(db: Kysely<never>): Promise<void> {
  await sql`
    create table user_texts (
      number integer primary key,
      user_id text not null unique references users (id) on delete cascade,
      name text not null,
      email text not null
    ) strict
  `.execute(db)
  await sql`
    create virtual table user_search using fts5 (
      name,
      email,
      content = 'user_texts',
      content_rowid = 'number',
      tokenize = 'unicode61 remove_diacritics 2',
      prefix = '1 2 3'
    )
  `.execute(db)
  await sql`
    create trigger user_texts_inserted after insert on user_texts begin
      insert into user_search (rowid, name, email) values (new.number, new.name, new.email);
    end
  `.execute(db)
  await sql`
    create trigger user_texts_deleted after delete on user_texts begin
      insert into user_search (user_search, rowid, name, email)
        values ('delete', old.number, old.name, old.email);
    end
  `.execute(db)
  await sql`
    create trigger user_texts_updated after update on user_texts begin
      insert into user_search (user_search, rowid, name, email)
        values ('delete', old.number, old.name, old.email);
      insert into user_search (rowid, name, email) values (new.number, new.name, new.email);
    end
  `.execute(db)
  // Clients may store anything there.
  const part = (row: string, key: string) =>
    `substr(cast(coalesce(json_extract(${row}metadata, '$.${key}'), '') as text), 1, 100)`
  const name = (row: string) => sql.raw(`${part(row, 'first_name')} || ' ' || ${part(row, 'last_name')}`)
  await sql`
    create trigger users_inserted after insert on users begin
      insert into user_texts (user_id, name, email) values (new.id, ${name('new.')}, coalesce(new.email, ''));
    end
  `.execute(db)
  await sql`
    create trigger users_renamed after update of email, metadata on users
      when old.email is not new.email or old.metadata <> new.metadata begin
      update user_texts set name = ${name('new.')}, email = coalesce(new.email, '') where user_id = new.id;
    end
  `.execute(db)
  await sql`
    insert into user_texts (user_id, name, email)
      select id, ${name('')}, coalesce(email, '') from users order by created_at, id
  `.execute(db)
}
