import { Client } from 'pg'
import { Locks, LockTimeout, lockTimeoutMs } from '../locks.ts'
import { namedLocks } from './lock-keys.ts'
import { connectionOf } from './pool.ts'

/** Milliseconds. PostgreSQL ends the connection of a process that is silent for so long while it holds locks. */
const silenceMs = 7000
const heartbeatMs = 2000
const retryMs = 100

/** Channel between processes. */
const channel = 'reelstake_locks'

const key = `hashtextextended($1, ${namedLocks})`

/**
 * Locks that all processes of a site respect: advisory locks of one connection, so that a process that dies, or stands
 * still, gives them back. The holder is asked to release by NOTIFY.
 */
export class SiteLocks extends Locks {
  #connecting: Promise<Client> | undefined
  #client: Client | undefined
  /** Names that this process's connection has locked. */
  readonly #held = new Set<string>()
  #heartbeat: ReturnType<typeof setInterval> | undefined

  /** @param url `postgres://…` */
  constructor(private readonly url: string) {
    super()
  }

  override async acquire(name: string, signal?: AbortSignal, askToRelease?: () => unknown): Promise<void> {
    // Within a process first: for PostgreSQL a connection never waits for itself.
    await super.acquire(name, signal, askToRelease)
    try {
      await this.#take(name, signal)
    } catch (error) {
      await super.release(name)
      throw error
    }
  }

  override async release(name: string): Promise<void> {
    // Connections that fail have released it.
    if (this.#held.delete(name)) await this.#run(`select pg_advisory_unlock(${key})`, [name]).catch(() => {})
    if (this.#held.size === 0) clearInterval(this.#heartbeat)
    await super.release(name)
  }

  override async close(): Promise<void> {
    clearInterval(this.#heartbeat)
    const client = await this.#connecting?.catch(() => undefined)
    await client?.end()
  }

  async #take(name: string, signal?: AbortSignal): Promise<void> {
    const until = performance.now() + lockTimeoutMs
    for (let tries = 0; !signal?.aborted && performance.now() < until; tries += 1) {
      const rows = await this.#run(`select pg_try_advisory_lock(${key}) as taken`, [name]).catch(error => {
        // PostgreSQL ends the connection while no lock is held.
        if (tries > 0) throw error
        return []
      })
      if (rows[0]?.taken) {
        this.#hold(name)
        return
      }
      // Repeats the request each second: a holder whose connection was cut has missed it.
      if (tries % 10 === 0) await this.#run(`select pg_notify('${channel}', $1)`, [name])
      await Bun.sleep(retryMs)
    }
    throw new LockTimeout(name)
  }

  #hold(name: string): void {
    if (this.#held.size === 0) {
      clearInterval(this.#heartbeat)
      this.#heartbeat = setInterval(() => void this.#run('select 1').catch(() => {}), heartbeatMs)
    }
    this.#held.add(name)
  }

  /** @throws the driver's error when PostgreSQL can't be reached */
  async #run(statement: string, parameters: unknown[] = []): Promise<{ taken?: boolean }[]> {
    this.#connecting ??= this.#connect()
    const client = await this.#connecting
    try {
      const { rows } = await client.query<{ taken?: boolean }>(statement, parameters)
      if (this.#client !== client) throw new Error('Connection terminated')
      return rows
    } catch (error) {
      this.#lose(client)
      throw error
    }
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      ...connectionOf(this.url, { idle_session_timeout: silenceMs }),
      connectionTimeoutMillis: silenceMs,
      query_timeout: silenceMs,
      application_name: 'reelstake locks',
    })
    this.#client = client
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    client.on('notification', ({ payload = '' }) => {
      if (this.#held.has(payload)) this.askHolder(payload)
    })
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      return client
    } catch (error) {
      this.#lose(client)
      throw error
    }
  }

  /** PostgreSQL has released its locks: others may take them. */
  #lose(client: Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#connecting = undefined
    clearInterval(this.#heartbeat)
    void client.end().catch(() => {})
    const names = [...this.#held]
    this.#held.clear()
    for (const name of names) this.askHolder(name)
  }
}
