import { type Kysely, sql } from 'kysely'

/** Raised money that the organiser has handed to a boat. A reversal is a line of its own; lines never change. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table handovers (
      id text primary key,
      entry_id text not null references entries (id),
      amount_cents integer not null check (amount_cents > 0),
      paid_on text,
      reference text,
      reverses text unique references handovers (id),
      reason text,
      idempotency_key text,
      recorded_by text not null references users (id),
      created_at integer not null,
      check ((reverses is null) = (reason is null)),
      check (reverses is null or (paid_on is null and reference is null and idempotency_key is null))
    ) strict
  `.execute(db)
  await sql`create index handovers_entry on handovers (entry_id, created_at, id)`.execute(db)
  await sql`
    create unique index handovers_once on handovers (entry_id, idempotency_key) where idempotency_key is not null
  `.execute(db)
  for (const event of ['update', 'delete'])
    await sql`
      create trigger handovers_no_${sql.raw(event)} before ${sql.raw(event)} on handovers
      begin select raise(abort, 'handovers are append-only'); end
    `.execute(db)
  // What was handed over and not reversed.
  await sql`
    alter table entries add column handed_over_cents integer not null default 0 check (handed_over_cents >= 0)
  `.execute(db)
}
