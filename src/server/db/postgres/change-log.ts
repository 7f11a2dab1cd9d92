import { CompiledQuery, type QueryResult } from 'kysely'
import type { Pool } from 'pg'
import { ChangeLog, type Changes, notesOf, type Topic } from '../changes.ts'
import { writersLock } from './locks.ts'
import { again } from './pool.ts'

/** Number of notes that stay: every process has read the older ones, or lost its connection meanwhile. */
const retention = 10_000

interface Note {
  id: number
  watched: Topic
  value: string
}

/**
 * Triggers note changes in the table `changes`, in the transaction itself. Its ids are in the order of commits, since
 * one transaction writes at a time.
 */
export class PostgresChangeLog extends ChangeLog {
  readonly #topics = new Set<Topic>()
  /** True if triggers may be missing. */
  #isDirty = false
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
    while (this.#isDirty || this.#installing) {
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
    const client = await this.pool.connect()
    try {
      await client.query(`begin; select pg_advisory_xact_lock(${writersLock})`)
      await client.query(
        'insert into changes (watched, value) select watched, value from json_to_recordset($1) as note (watched text, value text) on conflict do nothing',
        [JSON.stringify(notes)],
      )
      await client.query('commit')
      client.release()
    } catch (error) {
      // The transaction may still be open, and its answer may come late.
      client.release(true)
      throw error
    }
    await this.catchUp()
  }

  assumeEverything(): void {
    this.tell(null)
  }

  protected watch(topics: readonly Topic[]): void {
    for (const topic of topics) {
      if (this.#topics.has(topic)) continue
      this.#topics.add(topic)
      this.#isDirty = true
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
    const notes = (await run(CompiledQuery.raw(query, [this.#last]))).rows as Note[]
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
    this.#isDirty = false
    const client = await this.pool.connect()
    try {
      await client.query(`begin; select pg_advisory_xact_lock(${writersLock})`)
      const { rows } = await client.query<{ name: string; hash: string }>(
        'select name, hash from change_triggers',
      )
      const present = new Map(rows.map(({ name, hash }) => [name, hash]))
      for (const [name, definition] of triggersOf([...this.#topics])) {
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
      const {
        rows: [state],
      } = await client.query<{ last: number; epoch: string }>(
        `select coalesce(max(id), 0) as last, (select value from site_keys where name = 'event-epoch') as epoch from changes`,
      )
      await client.query('commit')
      this.#last ??= state?.last ?? 0
      this.#epoch = state?.epoch ?? ''
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

function changesOf(notes: readonly Note[]): Map<Topic, string[]> {
  const changes = new Map<Topic, string[]>()
  for (const { watched, value } of notes) {
    const values = changes.get(watched)
    if (values === undefined) changes.set(watched, [value])
    else if (!values.includes(value)) values.push(value)
  }
  return changes
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
