import { CompiledQuery, type QueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { ChangeLog, type Changes, changesOf, type Note, notesOf, type Topic } from '../changes.ts'
import { writersLock } from './lock-keys.ts'
import { again } from './pool.ts'

/** Number of notes that stay: every process has read the older ones, or lost its connection meanwhile. */
const retention = 10_000

/**
 * Triggers note changes in the table `changes`, in the transaction itself. Its ids are in the order of commits, since
 * one transaction writes at a time.
 */
export class PostgresChangeLog extends ChangeLog {
  /** Topics whose triggers may be missing. */
  readonly #missing = new Set<Topic>()
  #installing: Promise<void> | undefined
  /** Id of the last note that listeners received, or null without listeners. */
  #last: number | null = null
  #epoch = ''
  #reading: Promise<unknown> = Promise.resolve()
  #looking: Promise<void> | undefined
  #nextLook: Promise<void> | undefined
  #heardAt = performance.now()

  /** @param pool for reading changes alone, so that no work keeps it waiting */
  constructor(private readonly pool: Pool) {
    super()
  }

  get position(): number {
    return this.#last ?? 0
  }

  get epoch(): string {
    return this.#epoch
  }

  /** Milliseconds since listeners had received all changes. */
  get age(): number {
    return performance.now() - this.#heardAt
  }

  /** Waits until triggers note all topics. Called before a connection is used. */
  async ensureTriggers(): Promise<void> {
    while (this.#missing.size > 0 || this.#installing) {
      this.#installing ??= this.#install()
      await this.#installing
    }
  }

  /**
   * Reports all changes that were committed before the call.
   * Callers during a query share the next one, since only it sees them all.
   */
  catchUp(): Promise<void> {
    if (this.#nextLook !== undefined) return this.#nextLook
    const begin = (): Promise<void> => {
      this.#nextLook = undefined
      this.#looking = this.#look().finally(() => {
        this.#looking = undefined
      })
      return this.#looking
    }
    if (this.#looking === undefined) return begin()
    // A request that waits for a query fails with it, so that it doesn't wait for a second timeout.
    this.#nextLook = this.#looking.then(begin, error => {
      this.#nextLook = undefined
      throw error
    })
    return this.#nextLook
  }

  /**
   * Catches up on the connection of a commit.
   * Reads run one after the other, so that each change is reported once.
   */
  catchUpBy(run: (query: CompiledQuery) => Promise<QueryResult<unknown>>): Promise<void> {
    const reading = this.#reading.then(() => this.#read(run))
    this.#reading = reading.catch(() => {})
    return reading
  }

  async announce(changes: NonNullable<Changes>): Promise<void> {
    const notes = [...changes].flatMap(([topic, values]) => values.map(value => ({ watched: topic, value })))
    if (notes.length === 0) return
    await this.#write(client =>
      client.query(
        'insert into changes (watched, value) select watched, value from json_to_recordset($1) as note (watched text, value text) on conflict do nothing',
        [JSON.stringify(notes)],
      ),
    )
    await this.catchUp()
  }

  protected watch(topics: readonly Topic[]): void {
    for (const topic of topics) this.#missing.add(topic)
  }

  /** Runs work in a transaction, in the turn of a writer. */
  async #write<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect()
    try {
      await client.query(`begin; select pg_advisory_xact_lock(${writersLock})`)
      const result = await work(client)
      await client.query('commit')
      client.release()
      return result
    } catch (error) {
      // The transaction may still be open, and its answer may come late.
      client.release(true)
      throw error
    }
  }

  async #look(): Promise<void> {
    await this.ensureTriggers()
    const at = performance.now()
    await this.catchUpBy(({ sql, parameters }) =>
      again(this.pool, () => this.pool.query(sql, [...parameters])),
    )
    this.#heardAt = at
  }

  async #read(run: (query: CompiledQuery) => Promise<QueryResult<unknown>>): Promise<void> {
    if (this.#last === null) return
    const query = 'select id, watched, value from changes where id > $1 order by id'
    const notes = (await run(CompiledQuery.raw(query, [this.#last]))).rows as (Note & { id: number })[]
    const newest = notes.at(-1)
    if (newest === undefined) return
    const last = this.#last
    this.#last = newest.id
    if (newest.id - last > retention) this.tell(null)
    else this.tell(changesOf(notes))
    if (Math.floor(newest.id / retention) > Math.floor(last / retention))
      await run(CompiledQuery.raw('delete from changes where id < $1', [newest.id - retention]))
  }

  /** Makes the triggers that are missing; another process of this version finds them all. */
  async #install(): Promise<void> {
    const topics = [...this.#missing]
    this.#missing.clear()
    try {
      const state = await this.#write(async client => {
        const { rows } = await client.query<{ name: string; hash: string }>(
          'select name, hash from change_triggers',
        )
        const present = new Map(rows.map(({ name, hash }) => [name, hash]))
        for (const [name, definition] of triggersOf(topics)) {
          const hash = String(Bun.hash(definition))
          if (present.get(name) === hash) continue
          await client.query(definition)
          await client.query(
            `insert into change_triggers values ($1, $2) on conflict (name) do update set hash = excluded.hash`,
            [name, hash],
          )
        }
        await client.query(`insert into site_keys values ('event-epoch', $1) on conflict (name) do nothing`, [
          Bun.randomUUIDv7().slice(-8),
        ])
        const states = await client.query<{ last: number; epoch: string }>(
          `select coalesce(max(id), 0) as last, (select value from site_keys where name = 'event-epoch') as epoch from changes`,
        )
        return states.rows[0]
      })
      this.#last ??= state?.last ?? 0
      this.#epoch = state?.epoch ?? ''
    } catch (error) {
      this.watch(topics)
      throw error
    } finally {
      this.#installing = undefined
    }
  }
}

/** @returns name → statements that make it, again without effect */
const triggersOf = (topics: readonly Topic[]): [name: string, definition: string][] =>
  topics.flatMap(topic =>
    notesOf(topic).map(({ table, statement, event, values }): [string, string] => {
      const name = `watch ${topic}${event === statement ? ` ${statement}` : ''}`
      return [
        name,
        `create or replace function "${name}"() returns trigger language plpgsql as $$ begin
          insert into changes (watched, value) select '${topic}', value from (${values}) as note
            where value is not null on conflict do nothing;
          return null;
        end $$;
        create or replace trigger "${name}" after ${event} on ${table} for each row execute function "${name}"()`,
      ]
    }),
  )
