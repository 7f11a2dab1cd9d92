-- Of PostgreSQL alone: what several processes of a site share.

create table processes (
  id text collate "C" primary key,
  -- In milliseconds since 1970, by PostgreSQL's clock.
  started_at bigint not null,
  seen_at bigint not null,
  -- In milliseconds: see Waits in src/server/db/processes.ts.
  lock_ms bigint not null default 0,
  feed_ms bigint not null default 0,
  -- What must be alike in all processes: name → value, as JSON.
  settings text collate "C" not null
);

-- The files of DATA_DIR/db/keys, and the site password that was generated.
create table site_keys (
  name text collate "C" primary key,
  value text collate "C" not null
);

-- Lost after a crash of PostgreSQL, which only forgets attempts.
create unlogged table rate_limits (
  rule text collate "C" not null,
  key text collate "C" not null,
  count bigint not null,
  resets_at bigint not null,
  primary key (rule, key)
);

create index rate_limits_reset on rate_limits (resets_at);

create function refuse_dead(process text) returns void language plpgsql as $$ begin
  if not exists (select 1 from processes where id = process) then
    raise exception 'other processes have taken this one for dead' using errcode = 'RSDED';
  end if;
end $$;
