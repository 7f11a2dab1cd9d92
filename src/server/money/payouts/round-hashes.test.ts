import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import type { Results } from '#contract/money/results.ts'
import { day } from '#contract/time.ts'
import type { TournamentRules } from '#contract/tournaments/rules.ts'
import type { Awards, ScoreBoard } from '#contract/tournaments/scores.ts'
import { makeTestApp } from '../../../../tests/support/app.ts'
import {
  addRuledTournament,
  billfishRules,
  releaseOf,
  weighInOf,
} from '../../../../tests/support/billfish-tournament.ts'
import { addSigned } from '../../../../tests/support/factories.ts'
import { readLog } from '../../../../tests/support/log.ts'

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** The recipe of docs/catch-log.md, by public calls alone. */
async function rebuild(read: <T>(path: string) => Promise<T>, tournament: string) {
  const path = `/api/tournaments/${tournament}`
  const { rules } = await read<TournamentRules>(`${path}/rules`)
  const boards = await read<ScoreBoard[]>(`${path}/standings`)
  const { awards } = await read<Awards>(`${path}/awards`)
  return {
    boards: hashOf(
      boards.map(board => {
        const { rank, measure } = rules?.categories.find(({ key }) => key === board.category) ?? {}
        const isWhole = measure === 'count' || (measure === 'weight' && rules?.unit === 'oz')
        return [
          board.category,
          board.day,
          board.rows.map(({ place, tied, entryId, angler, total, fish: [fish] }) => [
            place,
            tied,
            rank === 'boats' ? entryId : rank === 'fish' ? fish?.catchId : `${entryId}/${angler?.id ?? ''}`,
            isWhole ? total : Math.round(total * 100),
          ]),
        ]
      }),
    ),
    awards: hashOf(
      awards.map(award => ({
        key: award.key,
        day: award.day,
        isSettled: !award.held,
        places: award.held
          ? []
          : award.places.map(({ place, tied = false, entryId, amount }) => ({
              place,
              tied,
              entryId,
              amount: Math.round(Number(amount) * 100),
            })),
      })),
    ),
  }
}

test('the hashes of a round can be rebuilt by everyone while nothing changed since', async () => {
  const app = await makeTestApp()
  const organiser = await addSigned(app.db)
  const start = Date.now() - 3 * day
  const rules = billfishRules(start)
  const [billfish] = rules.categories
  if (!billfish) throw new Error('the rules have no category')
  const anglers = { ...billfish, key: 'anglers', name: 'Anglers', rank: 'anglers' } as const
  const { tournament } = await addRuledTournament(
    app.db,
    { start, by: organiser.id, rules: { ...rules, categories: [...rules.categories, anglers] } },
    {
      'Reel Deal': { fish: [releaseOf('White Marlin', 60), weighInOf('Blue Marlin', 612.25, 90)] },
      'Lady Luck': { fish: [weighInOf('Blue Marlin', 480.5, 70), weighInOf('Tuna', 61.33, 80)] },
      'Knot Today': { fish: [weighInOf('Blue Marlin', 480.5, 75)] },
      'Sea Fox': {},
    },
    { public_log: 1, ends_at: Date.now() - day },
  )
  const read = async <T>(path: string): Promise<T> => (await app.page(path)).json()
  const results = `/api/tournaments/${tournament}/results`
  const answer = await app.page(results, { method: 'POST', json: {}, cookie: organiser.cookie })
  expect(answer.status).toBe(201)
  expect((await read<Results>(results)).state).toBe('official')
  const round = (await readLog(app, tournament)).events.find(({ kind }) => kind === 'round')
  expect(round?.data).toEqual({ round: 1, ...(await rebuild(read, tournament)) })
})
