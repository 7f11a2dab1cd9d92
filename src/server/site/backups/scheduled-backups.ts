import { dirname, join } from 'node:path'
import { hour } from '#contract/time.ts'
import type { BackupConfig } from '#server/backup-config.ts'
import { backupStates, noteFailure, noteProofFailure } from '#server/backup-state.ts'
import { readBrand } from '#server/branding/index.ts'
import { inTransaction } from '#server/db/connection.ts'
import type { Deps } from '#server/deps.ts'
import { siteUrl } from '#server/env.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { listOwners } from '#server/people/site-roles/index.ts'
import { backupFailedMail, proofFailedMail } from './backup-mails.rules.ts'
import { isBackupDue, isProofDue } from './schedule.ts'

export type BackupTask = 'backup' | 'proof'

export interface TaskEnd {
  /** Exit code, or null if killed. */
  code: number | null
  /** The last line on standard error. */
  lastLine: string
}

/** @param signal ends it within seconds */
export type RunTask = (task: BackupTask, signal: AbortSignal) => Promise<TaskEnd>

/** Failures are tried again hourly: one mail a day. */
const failuresPerMail = 24
const pauseAfterCrashMs = hour / 6

type Needs = Pick<Deps, 'env' | 'db' | 'log' | 'now' | 'monotonicNow'>

/** Runs backups and their proofs when they are due, in processes of their own: copying a database blocks a thread. */
export class ScheduledBackups {
  readonly #stopping = new AbortController()
  #running: Promise<void> | null = null
  #notBefore = 0
  readonly #startedAt: number

  constructor(
    private readonly deps: Needs,
    private readonly runTask: RunTask = runProcess,
  ) {
    this.#startedAt = deps.now()
  }

  runDue(): Promise<void> {
    const { backups } = this.deps.env
    if (backups === null || this.#running !== null || this.deps.monotonicNow() < this.#notBefore)
      return Promise.resolve()
    const running = this.#runDue(backups).finally(() => {
      this.#running = null
    })
    this.#running = running
    return running
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running?.catch(() => {})
  }

  async #runDue(config: BackupConfig): Promise<void> {
    const { now } = this.deps
    const state = () => backupStates(this.deps).read(config.place)
    if (isBackupDue(await state(), config.at, this.#startedAt, now())) await this.#run('backup', config)
    if (isProofDue(await state(), config.at, now())) await this.#run('proof', config)
  }

  async #run(task: BackupTask, config: BackupConfig): Promise<void> {
    const { log, now } = this.deps
    const { place } = config
    const states = backupStates(this.deps)
    const startedAt = now()
    if (this.#stopping.signal.aborted) return
    const { code, lastLine } = await this.runTask(task, this.#stopping.signal)
    if (this.#stopping.signal.aborted) return
    if (code === 0) {
      log.info(task === 'backup' ? 'backed up' : 'proved that the newest backup can be restored', {
        place: place.text,
      })
      return
    }
    const failure = async () => {
      const { lastFailure, lastProofFailure } = await states.read(place)
      const last = task === 'backup' ? lastFailure : lastProofFailure
      return last !== null && last.at >= startedAt ? last : null
    }
    if ((await failure()) === null) {
      // The process was busy, or it crashed.
      this.#notBefore = this.deps.monotonicNow() + pauseAfterCrashMs
      const reason = 'Its process was killed: out of memory, or it took longer than a day.'
      const noteTaskFailure = task === 'backup' ? noteFailure : noteProofFailure
      if (code === null) await states.change(place, noteTaskFailure(now(), reason))
    }
    const last = await failure()
    const reason = last?.reason ?? lastLine
    log.error(task === 'backup' ? 'backup failed' : 'the newest backup is not proven', {
      place: place.text,
      reason,
    })
    if (last !== null) await this.#mail(task, config, reason)
  }

  async #mail(task: BackupTask, { place }: BackupConfig, reason: string): Promise<void> {
    const { env, db, now } = this.deps
    const { failuresSinceSuccess, lastSuccess } = await backupStates(this.deps).read(place)
    if (task === 'backup' && failuresSinceSuccess % failuresPerMail !== 1) return
    const facts = { site: siteUrl(env), place: place.text, reason, lastSuccess: lastSuccess?.at ?? null }
    const mail = task === 'backup' ? backupFailedMail(facts) : proofFailedMail(facts)
    await inTransaction(db, async trx => {
      const owners = (await listOwners(trx)).flatMap(({ email }) => email ?? [])
      const { supportEmail } = await readBrand(trx, env)
      const support = supportEmail === null ? [] : [supportEmail]
      for (const to of owners.length > 0 ? owners : support) await queueMail(trx, { to, ...mail }, now())
    })
  }
}

const commands: Record<BackupTask, readonly string[]> = {
  backup: ['cli/backup.ts'],
  proof: ['cli/admin.ts', 'verify-backup'],
}

const killAfterMs = 3000
const lastLineMax = 2000

/** Runs the task in a process with the lowest priority, for a day at most. */
async function runProcess(task: BackupTask, signal: AbortSignal): Promise<TaskEnd> {
  const [script = '', ...args] = commands[task]
  const child = Bun.spawn([...lowPriority(), process.execPath, join(dirname(Bun.main), script), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 24 * hour,
    killSignal: 'SIGKILL',
  })
  const stop = () => {
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), killAfterMs).unref()
  }
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    const lastLine = await lastLineOf(child.stderr)
    await child.exited
    return { code: child.exitCode, lastLine }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function lastLineOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream)
    text = (text + decoder.decode(chunk, { stream: true })).slice(-lastLineMax)
  return text.trimEnd().split('\n').at(-1) ?? ''
}

function lowPriority(): string[] {
  const wrappers = [
    ['ionice', '-c', '3', '-t'],
    ['nice', '-n', '19'],
  ]
  return wrappers.flatMap(([name = '', ...args]) => {
    const path = Bun.which(name)
    return path === null ? [] : [path, ...args]
  })
}
