import type { TournamentId } from '#contract/ids.ts'

export interface LogsTable {
  tournament_id: TournamentId
  /** The first part of its slips' numbers, unique on the site. */
  code: string
}

/** Append-only. Goes with its tournament. */
export interface LogEventsTable {
  tournament_id: TournamentId
  seq: number
  /** The envelope, JSON as RFC 8785 writes it. */
  hashed: string
  /** SHA-256 of {@link hashed} in hex. */
  hash: string
}

/** Texts of the hashes in the chain. Rows can be erased. */
export interface LogTextsTable {
  tournament_id: TournamentId
  hash: string
  salt: string
  text: string
  /** Owner of the name: a user's or an angler's id, or a witness. Null for other texts. */
  person: string | null
}

/** The first and the latest event about a subject. */
export interface LogSubjectsTable {
  tournament_id: TournamentId
  /** The id of a catch, an entry or a penalty; `rules`; a pot of an entry, a board. */
  subject: string
  first_seq: number
  last_seq: number
}

declare module '#server/db/tables.ts' {
  interface Tables {
    logs: LogsTable
    log_events: LogEventsTable
    log_texts: LogTextsTable
    log_subjects: LogSubjectsTable
  }
}
