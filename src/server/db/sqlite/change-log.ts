import type { Database } from 'bun:sqlite'
import { ChangeLog, type Changes, changesOf, type Note, notesOf, type Topic } from '../changes.ts'

/**
 * Temporary triggers note changes in the transaction itself, so a rollback removes the notes; `pragma data_version`
 * reveals commits of other processes.
 */
export class SqliteChangeLog extends ChangeLog {
  #version: number | null = null
  position = 0
  /** Positions begin anew in each process. */
  readonly epoch = Bun.randomUUIDv7().slice(-8)

  constructor(private readonly database: Database) {
    super()
  }

  /** Call after each commit, before the next statement. */
  collect(): void {
    if (this.#version === null) return
    const notes = this.database.query<Note, []>('delete from temp.changed returning watched, value').all()
    if (notes.length > 0) this.tell(changesOf(notes))
  }

  async catchUp(): Promise<void> {
    if (this.#version === null) return
    const version = this.#readVersion()
    if (version === this.#version) return
    this.#version = version
    this.assumeEverything()
  }

  async announce(changes: NonNullable<Changes>): Promise<void> {
    this.tell(changes)
  }

  protected override tell(changes: Changes): void {
    this.position += 1
    super.tell(changes)
  }

  protected watch(topics: readonly Topic[]): void {
    if (this.#version === null) {
      // The table has no rowid, because such a table refuses null values.
      this.database.run(
        'create temp table if not exists changed (watched text, value, primary key (watched, value)) without rowid',
      )
      this.#version = this.#readVersion()
    }
    // Unlike `insert or ignore`, `do nothing` also holds inside an upsert.
    for (const topic of topics)
      for (const { table, statement, event, values } of notesOf(topic))
        this.database.run(`create temp trigger if not exists "watch ${topic} ${statement}"
          after ${event} on main.${table} begin
          insert into changed select '${topic}', value from (${values})
          where value is not null on conflict do nothing; end`)
  }

  /** Changes with commits of other connections only. */
  #readVersion(): number | null {
    return (
      this.database.query<{ data_version: number }, []>('pragma data_version').get()?.data_version ?? null
    )
  }
}
