import { iso } from '#contract/iso.ts'
import { limits } from '#contract/limits.ts'
import { fullName } from '#contract/names.ts'
import { countText } from '#contract/numbers.ts'
import { inTransaction } from '#server/db/connection.ts'
import { paymentModeOf, siteUrl } from '#server/env.ts'
import { OperatorError } from '#server/operator-error.ts'
import {
  findUserByEmail,
  hashPassword,
  isLive,
  type LiveUser,
  listSessions,
  listUsers,
  namesIn,
  normaliseEmail,
  randomSecret,
} from '#server/people/auth/index.ts'
import { grantSiteRole, hasOwner, revokeSiteRole } from '#server/people/site-roles/index.ts'
import { commandLine } from '#server/record/index.ts'
import { listOpenTournaments } from '#server/site/account-deletion/index.ts'
import {
  banAccount,
  changePassword,
  endSessions,
  makeResetLink,
  unbanAccount,
} from '#server/site/admin/index.ts'
import { type AdminCommand, type AdminContext, UsageError } from './admin-command.ts'

export const accountCommands: Record<string, AdminCommand> = {
  users: {
    takes: '',
    does: 'list the accounts',
    run: async ({ db, print }) => {
      for (const user of await listUsers(db)) {
        const name = fullName(namesIn(user.metadata)) ?? ''
        const state =
          user.banned_at !== null ? 'banned' : user.email_confirmed_at === null ? 'unconfirmed' : 'active'
        print([user.id, user.email, state, iso(user.created_at), name].join('\t'))
      }
    },
  },
  'reset-password': {
    takes: 'EMAIL',
    does: 'set a new password, read from stdin or else generated and printed; ends every session',
    run: async (context, [email]) => {
      const user = await account(context, email)
      const input = (await context.readInput())?.replace(/\r?\n$/, '') ?? ''
      const password = input === '' ? randomSecret().slice(0, 20) : input
      if (password.length < limits.passwordMin || password.length > limits.passwordMax)
        throw new OperatorError(`A password has ${limits.passwordMin} to ${limits.passwordMax} characters.`)
      const hash = await hashPassword(password)
      await inTransaction(context.db, trx =>
        changePassword(trx, context, commandLine, { user, password: hash }),
      )
      context.print(
        input === '' ? `New password of ${user.email}: ${password}` : `Password set for ${user.email}.`,
      )
      printRefusal(context, user)
    },
  },
  'reset-link': {
    takes: 'EMAIL',
    does: 'print a link to choose a new password; it works once, for one hour',
    run: async (context, [email]) => {
      const user = await account(context, email)
      context.print(await inTransaction(context.db, trx => makeResetLink(trx, context, commandLine, user)))
      if (user.banned_at !== null) printRefusal(context, user)
    },
  },
  ban: {
    takes: 'EMAIL',
    does: 'lock an account, end its sessions, and hide its tournaments, posts and updates',
    run: async (context, [email]) => {
      const user = await account(context, email)
      await inTransaction(context.db, trx => banAccount(trx, context, commandLine, user))
      context.print(`${user.email} is banned: sessions ended, tournaments, posts and updates hidden.`)
      const open = await listOpenTournaments(context.db, user.id, paymentModeOf(context.env))
      for (const { id, name } of open)
        context.print(
          `${name} takes no payments. Appoint another organiser: bun run admin appoint-organiser ${id} EMAIL`,
        )
    },
  },
  unban: {
    takes: 'EMAIL',
    does: 'unlock an account, and show its tournaments, posts and updates again',
    run: async (context, [email]) => {
      const user = await account(context, email)
      await inTransaction(context.db, trx => unbanAccount(trx, context, commandLine, user))
      context.print(`${user.email} can sign in again.`)
    },
  },
  sessions: {
    takes: 'EMAIL [--end]',
    does: 'list the sessions of an account, or end them all',
    run: async (context, [email, flag]) => {
      const user = await account(context, email)
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
      if (flag === undefined) return
      await inTransaction(context.db, trx => endSessions(trx, context, commandLine, user))
      context.print(`Ended ${countText(sessions.length, 'session')}.`)
    },
  },
  grant: {
    takes: 'EMAIL owner|organiser',
    does: 'make an account an owner of the site, or let it create tournaments',
    run: async (context, [email, role]) => {
      if (role !== 'owner' && role !== 'organiser') throw new UsageError()
      const user = await account(context, email)
      await inTransaction(context.db, trx =>
        grantSiteRole(trx, commandLine, { user: user.id, role }, context.now()),
      )
      context.print(
        role === 'owner'
          ? `${user.email} owns the site. The admin page: ${siteUrl(context.env)}/admin`
          : `${user.email} can create tournaments.`,
      )
      printRefusal(context, user)
    },
  },
  revoke: {
    takes: 'EMAIL',
    does: 'take the role of an owner or organiser',
    run: async (context, [email]) => {
      const user = await account(context, email)
      const role = await inTransaction(context.db, trx =>
        revokeSiteRole(trx, commandLine, user.id, context.now()),
      )
      context.print(`${user.email} is no longer ${role === 'owner' ? 'an owner' : 'an organiser'}.`)
      if (role === 'owner' && !(await hasOwner(context.db)))
        context.print('The site has no owner now. To make one: bun run admin grant EMAIL owner')
    },
  },
}

/** Prints why the account can't sign in, and what to do. */
function printRefusal({ print }: AdminContext, { email, banned_at, email_confirmed_at }: LiveUser): void {
  if (banned_at !== null)
    print(`${email} is banned and can't sign in. To unlock it: bun run admin unban ${email}`)
  else if (email_confirmed_at === null)
    print(
      `${email} isn't confirmed and can't sign in yet. This link confirms it: bun run admin reset-link ${email}`,
    )
}

async function account({ db }: AdminContext, email = ''): Promise<LiveUser> {
  const user = await findUserByEmail(db, normaliseEmail(email))
  if (!isLive(user)) throw new OperatorError(`No account has the address ${email}. See: bun run admin users`)
  return user
}
