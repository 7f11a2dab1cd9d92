import { CompiledQuery, type QueryResult } from 'kysely'
import type { Pool } from 'pg'
import { ChangeLog, notesOf, type Watched } from '../changes.ts'
import { writersLock } from './locks.ts'

/** Older ones are deleted: every process has read them, or lost its connection meanwhile. */
const kept = 10_000

interface Note {
  id: number
  watched: Watched
  value: string
}

/**
 * Triggers note changes in the table `changes`, in the transaction itself. Its ids are in the order of commits, since
 * one transaction writes at a time.
 */
export class PostgresChangeLog extends ChangeLog {
  readonly #watched = new Set<Watched>()
  /** Whether triggers may be missing. */
  #isDirty = false
  #installing: Promise<void> | undefined
  /** Id of the last note that listeners have heard of; null: there are no listeners. */
  #last: number | null = null
  #reading: Promise<unknown> = Promise.resolve()

  constructor(private readonly pool: Pool) {
    super()
  }

  /** Before a connection is used: what is watched from here on is noted. */
  async installed(): Promise<void> {
    while (this.#isDirty || this.#installing) {
      this.#installing ??= this.#install()
      await this.#installing
    }
  }

  /** Tells what was committed since the last call. One after the other, so that nothing is told twice. */
  catchUp(run: (query: CompiledQuery) => Promise<QueryResult<unknown>>): Promise<void> {
    const reading = this.#reading.then(() => this.#read(run))
    this.#reading = reading.catch(() => {})
    return reading
  }

  checkOtherProcesses(): void {
    void this.#look().catch(() => {})
  }

  protected watch(watched: readonly Watched[]): void {
    for (const each of watched) {
      if (this.#watched.has(each)) continue
      this.#watched.add(each)
      this.#isDirty = true
    }
  }

  /** Waits for a connection before its turn: those whose turn comes later may hold all others. */
  async #look(): Promise<void> {
    const client = await this.pool.connect()
    try {
      await this.catchUp(({ sql, parameters }) => client.query(sql, [...parameters]))
    } finally {
      client.release()
    }
  }

  async #read(run: (query: CompiledQuery) => Promise<QueryResult<unknown>>): Promise<void> {
    if (this.#last === null) return
    const query = 'select id, watched, value from changes where id > $1 order by id'
    const notes = (await run(CompiledQuery.raw(query, [this.#last]))).rows as Note[]
    const newest = notes.at(-1)
    if (newest === undefined) return
    if (Math.floor(newest.id / kept) > Math.floor(this.#last / kept))
      await run(CompiledQuery.raw('delete from changes where id < $1', [newest.id - kept]))
    this.#last = newest.id
    const changes = new Map<Watched, string[]>()
    for (const { watched, value } of notes) {
      const values = changes.get(watched)
      if (values === undefined) changes.set(watched, [value])
      else if (!values.includes(value)) values.push(value)
    }
    this.tell(changes)
  }

  /** Makes the triggers that are missing; another process of this version finds them all. */
  async #install(): Promise<void> {
    this.#isDirty = false
    const client = await this.pool.connect()
    try {
      await client.query(`begin; select pg_advisory_xact_lock(${writersLock})`)
      const { rows } = await client.query<{ name: string; hash: string }>(
        'select name, hash from change_triggers',
      )
      const present = new Map(rows.map(({ name, hash }) => [name, hash]))
      for (const [name, definition] of triggersOf([...this.#watched])) {
        const hash = String(Bun.hash(definition))
        if (present.get(name) === hash) continue
        await client.query(definition)
        await client.query(
          `insert into change_triggers values ($1, $2) on conflict (name) do update set hash = excluded.hash`,
          [name, hash],
        )
      }
      const last = await client.query<{ last: number }>('select coalesce(max(id), 0) as last from changes')
      await client.query('commit')
      this.#last ??= last.rows[0]?.last ?? 0
    } catch (error) {
      this.#isDirty = true
      await client.query('rollback').catch(() => {})
      throw error
    } finally {
      this.#installing = undefined
      client.release()
    }
  }
}

/** @returns name → statements that make it, again without effect */
const triggersOf = (watched: readonly Watched[]): [name: string, definition: string][] =>
  watched.flatMap(each =>
    notesOf(each).map(({ table, statement, event, values }): [string, string] => {
      const name = `watch ${each}${event === statement ? ` ${statement}` : ''}`
      return [
        name,
        `create or replace function "${name}"() returns trigger language plpgsql as $$ begin
          insert into changes (watched, value) select '${each}', value from (${values}) as note
            where value is not null on conflict do nothing;
          return null;
        end $$;
        create or replace trigger "${name}" after ${event} on ${table} for each row execute function "${name}"()`,
      ]
    }),
  )
