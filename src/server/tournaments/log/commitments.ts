import type { AnglerId, TournamentId, UserId } from '#contract/ids.ts'
import { commitmentText } from '#contract/tournaments/log-chain.ts'
import { compileFirst, compileOnce } from '#server/db/compile-once.ts'
import type { Trx } from '#server/db/connection.ts'
import { accountName } from '#server/people/auth/index.ts'
import { sha256 } from '#server/sha256.ts'
import { findRules, publicName } from '#server/tournaments/scoring/index.ts'
import { insertTexts, listNames } from './log.queries.ts'

/** Begins the owner of a witness's name, which isn't an account's id. */
export const witnessPrefix = 'witness '

const newSalt = () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')

/** Reads an account with the names under which the log knows it. */
const accountNames = compileOnce((db, tournament: TournamentId, id: UserId) =>
  db
    .selectFrom('users')
    .leftJoin('log_texts', join =>
      join.on('log_texts.tournament_id', '=', tournament).onRef('log_texts.person', '=', 'users.id'),
    )
    .select(['users.metadata', 'users.deleted_at', 'log_texts.hash', 'log_texts.salt', 'log_texts.text'])
    .where('users.id', '=', id),
)

const findAngler = compileFirst((db, id: AnglerId) =>
  db.selectFrom('anglers').select(['name', 'divisions']).where('id', '=', id),
)

/** All names of a person have one salt. */
interface Name {
  hash: string | null
  salt: string | null
  text: string | null
}

/** Stores names and texts of people beside the chain, and returns the hashes that stand for them in it. */
export class Commitments {
  constructor(
    private readonly trx: Trx,
    private readonly tournament: TournamentId,
  ) {}

  async #findOrStore(person: string, text: string, names: readonly Name[]): Promise<string> {
    const existing = names.find(name => name.text === text)
    return existing?.hash ?? this.#store(names[0]?.salt ?? newSalt(), text, person)
  }

  /** Returns the hash of the name of a person without an account. */
  async #name(person: string, text: string): Promise<string> {
    return this.#findOrStore(person, text, await listNames(this.trx, this.tournament, person))
  }

  async #store(salt: string, text: string, person: string | null): Promise<string> {
    const hash = sha256(commitmentText(salt, text))
    await insertTexts(this.trx, [{ tournament_id: this.tournament, hash, salt, text, person }])
    return hash
  }

  /** Returns the hash of a text that a person wrote, or null without one. */
  async text(text: string | null): Promise<string | null> {
    return text === null ? null : this.#store(newSalt(), text, null)
  }

  /** Returns the hash of the account's present name. */
  async account(id: UserId): Promise<string> {
    const rows = await accountNames(this.trx, this.tournament, id)
    const [user] = rows
    return this.#findOrStore(id, (user && accountName(user)) ?? 'Name not given', rows)
  }

  /** Returns the hash of the angler's public name: of minors the first name and an initial. */
  async angler(id: AnglerId): Promise<string> {
    const row = await findAngler(this.trx, id)
    const rules = await findRules(this.trx, this.tournament)
    return this.#name(id, row ? publicName(rules ?? { divisions: [] }, row) : 'Name not given')
  }

  /** Returns the hash of a witness's name, which isn't an account's. */
  witness(name: string): Promise<string> {
    return this.#name(`${witnessPrefix}${name}`, name)
  }
}
