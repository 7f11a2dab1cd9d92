import { iso } from '#contract/iso.ts'
import { limits } from '#contract/limits.ts'
import { inTransaction } from '#server/db/connection.ts'
import { siteUrl } from '#server/env.ts'
import {
  findUserByEmail,
  hashPassword,
  isLive,
  type LiveUser,
  listSessions,
  listUsers,
  normaliseEmail,
  parseMetadata,
  randomSecret,
} from '#server/people/auth/index.ts'
import { grantSiteRole, revokeSiteRole } from '#server/people/site-roles/index.ts'
import { commandLine } from '#server/record/index.ts'
import { listOpenTournaments } from '#server/site/account-deletion/index.ts'
import {
  banAccount,
  changePassword,
  endSessions,
  makeResetLink,
  unbanAccount,
} from '#server/site/admin/index.ts'
import { type AdminCommand, type AdminContext, AdminError, UsageError } from './admin-command.ts'

export const accountCommands: Record<string, AdminCommand> = {
  users: {
    takes: '',
    does: 'list the accounts',
    run: async ({ db, print }) => {
      for (const user of await listUsers(db)) {
        const { first_name: first, last_name: last } = parseMetadata(user.metadata)
        const name = [first, last].filter(part => typeof part === 'string').join(' ')
        const state =
          user.banned_at !== null ? 'banned' : user.email_confirmed_at === null ? 'unconfirmed' : 'active'
        print([user.id, user.email, state, iso(user.created_at), name].join('\t'))
      }
    },
  },
  'reset-password': {
    takes: 'EMAIL',
    does: 'set a new password, read from stdin or else generated and printed; ends every session',
    run: async (context, args) => {
      const user = await account(context, args)
      const given = (await context.readInput())?.replace(/\r?\n$/, '') ?? ''
      const password = given === '' ? randomSecret().slice(0, 20) : given
      if (password.length < limits.passwordMin || password.length > limits.passwordMax)
        throw new AdminError(`A password has ${limits.passwordMin} to ${limits.passwordMax} characters.`)
      const stored = await hashPassword(password)
      await inTransaction(context.db, trx =>
        changePassword(trx, context, commandLine, { user, password: stored }),
      )
      context.print(
        given === '' ? `New password of ${user.email}: ${password}` : `Password set for ${user.email}.`,
      )
    },
  },
  'reset-link': {
    takes: 'EMAIL',
    does: 'print a link to choose a new password; it works once, for one hour',
    run: async (context, args) => {
      const user = await account(context, args)
      context.print(await inTransaction(context.db, trx => makeResetLink(trx, context, commandLine, user)))
    },
  },
  ban: {
    takes: 'EMAIL',
    does: 'lock an account, end its sessions, and hide its tournaments, posts and updates',
    run: async (context, args) => {
      const user = await account(context, args)
      await inTransaction(context.db, trx => banAccount(trx, context, commandLine, user))
      context.print(`${user.email} is banned: sessions ended, tournaments, posts and updates hidden.`)
      const open = await listOpenTournaments(context.db, user.id, limits.openTournaments)
      for (const { id, name } of open)
        context.print(
          `${name} takes no payments. Appoint another organiser: bun run admin appoint-organiser ${id} EMAIL`,
        )
    },
  },
  unban: {
    takes: 'EMAIL',
    does: 'unlock an account, and show its tournaments, posts and updates again',
    run: async (context, args) => {
      const user = await account(context, args)
      await inTransaction(context.db, trx => unbanAccount(trx, context, commandLine, user))
      context.print(`${user.email} can sign in again.`)
    },
  },
  sessions: {
    takes: 'EMAIL [--end]',
    does: 'list the sessions of an account, or end them all',
    run: async (context, args) => {
      const end = args.includes('--end')
      const user = await account(
        context,
        args.filter(arg => arg !== '--end'),
      )
      const sessions = await listSessions(context.db, user.id, context.now())
      for (const session of sessions)
        context.print(
          [
            session.id,
            session.cookie_hash === null ? 'program' : 'page',
            iso(session.seen_at),
            session.address,
            session.user_agent,
          ].join('\t'),
        )
      if (!end) return
      await inTransaction(context.db, trx => endSessions(trx, context, commandLine, user))
      context.print(`Ended ${sessions.length} ${sessions.length === 1 ? 'session' : 'sessions'}.`)
    },
  },
  grant: {
    takes: 'EMAIL owner|organiser',
    does: 'make an account an owner of the site, or let it create tournaments',
    run: async (context, [email, role, ...rest]) => {
      if (email === undefined || (role !== 'owner' && role !== 'organiser') || rest.length > 0)
        throw new UsageError()
      const user = await account(context, [email])
      await inTransaction(context.db, trx =>
        grantSiteRole(trx, commandLine, { user: user.id, role }, context.now()),
      )
      context.print(
        role === 'owner'
          ? `${user.email} owns the site. The admin page: ${siteUrl(context.env)}/admin`
          : `${user.email} can create tournaments.`,
      )
    },
  },
  revoke: {
    takes: 'EMAIL',
    does: 'take the role of an owner or organiser',
    run: async (context, args) => {
      const user = await account(context, args)
      const role = await inTransaction(context.db, trx =>
        revokeSiteRole(trx, commandLine, user.id, context.now()),
      )
      context.print(`${user.email} is no ${role} any more.`)
    },
  },
}

async function account({ db }: AdminContext, [email, ...rest]: readonly string[]): Promise<LiveUser> {
  if (email === undefined || rest.length > 0) throw new UsageError()
  const user = await findUserByEmail(db, normaliseEmail(email))
  if (!isLive(user)) throw new AdminError(`No account has the address ${email}. See: bun run admin users`)
  return user
}
