import { type Kysely, sql } from 'kysely'

// The bytes lie in the video storage, under a video's id; times are milliseconds since 1970, UTC.
export async function up(db: Kysely<never>): Promise<void> {
  // A row is made before the first byte comes; the size is what its slot was given for.
  await sql`
    create table crew_videos (
      id text primary key,
      owner_id text not null references users (id),
      idempotency_key text,
      file_name text not null,
      size_bytes integer not null check (size_bytes > 0),
      claimed_duration_ms integer,
      status text not null check (status in ('uploading', 'uploaded', 'processing', 'ready', 'refused', 'failed')),
      refusal text,
      duration_ms integer,
      format text check (format in ('webm', 'mp4')),
      needs_rendition integer not null default 0 check (needs_rendition in (0, 1)),
      hdr integer not null default 0 check (hdr in (0, 1)),
      has_web integer not null default 0 check (has_web in (0, 1)),
      has_h264 integer not null default 0 check (has_h264 in (0, 1)),
      has_poster integer not null default 0 check (has_poster in (0, 1)),
      poster_image_id text references images (id),
      created_at integer not null,
      expires_at integer not null,
      uploaded_at integer,
      checked_at integer
    ) strict
  `.execute(db)
  await sql`
    create unique index crew_videos_key on crew_videos (owner_id, idempotency_key) where idempotency_key is not null
  `.execute(db)
  await sql`create index crew_videos_owner on crew_videos (owner_id)`.execute(db)
  await sql`create index crew_videos_unfinished on crew_videos (expires_at) where status = 'uploading'`.execute(
    db,
  )
  await sql`create index crew_videos_image on crew_videos (poster_image_id) where poster_image_id is not null`.execute(
    db,
  )
  // The boat is the one its author crewed when it was posted.
  await sql`
    create table crew_posts (
      id text primary key,
      video_id text not null references crew_videos (id),
      author_id text not null references users (id),
      boat_id text references boats (id),
      idempotency_key text,
      caption text,
      tag text not null check (tag in ('Catch', 'Hookup', 'Run', 'Other')),
      visibility text not null check (visibility in ('Backers', 'Public')),
      published_at integer,
      hidden_at integer,
      hidden_by text references users (id),
      created_at integer not null
    ) strict
  `.execute(db)
  await sql`
    create unique index crew_posts_key on crew_posts (author_id, idempotency_key) where idempotency_key is not null
  `.execute(db)
  await sql`create index crew_posts_video on crew_posts (video_id)`.execute(db)
  await sql`create index crew_posts_author on crew_posts (author_id, created_at, id)`.execute(db)
  await sql`
    create index crew_posts_public on crew_posts (published_at, id)
    where visibility = 'Public' and published_at is not null and hidden_at is null
  `.execute(db)
  await sql`
    create index crew_posts_boat on crew_posts (boat_id, published_at, id) where published_at is not null
  `.execute(db)
  // Null: a visitor who was not signed in. A person counts once for a post.
  await sql`
    create table crew_post_reports (
      id text primary key,
      post_id text not null references crew_posts (id) on delete cascade,
      reporter_id text references users (id),
      reason text,
      created_at integer not null
    ) strict
  `.execute(db)
  await sql`create index crew_post_reports_post on crew_post_reports (post_id)`.execute(db)
  await sql`
    create unique index crew_post_reports_once on crew_post_reports (post_id, reporter_id) where reporter_id is not null
  `.execute(db)
}
