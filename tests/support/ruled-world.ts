import { type CatchId, type EntryId, newId, type TournamentId, type UserId } from '#contract/ids.ts'
import { day, hour } from '#contract/time.ts'
import { preset } from '#contract/tournaments/scoring/presets.ts'
import type { RulesJson } from '#contract/tournaments/scoring/rules.ts'
import type { Db } from '#server/db/connection.ts'
import { addBoat, addCatch, addEntry, addTournament, setRules } from './factories.ts'
import { addRows } from './rows.ts'

/** Five-fish rules in ounces with a jackpot, a division and the preset's penalties. */
export const bassRules = (change: Partial<RulesJson> = {}): RulesJson => {
  const now = Date.now()
  const saturday = {
    name: 'Saturday',
    linesIn: new Date(now - day).toISOString(),
    linesOut: new Date(now + day).toISOString(),
    scaleOpens: null,
    scaleCloses: null,
  }
  const rules = preset('five-fish', { days: [saturday], timeZone: 'America/Chicago' })
  if (rules === null) throw new Error('the preset has no rules')
  return {
    ...rules,
    divisions: [{ key: 'junior', name: 'Junior', minors: true }],
    pots: [
      { key: 'entry', name: 'Entry', entry: 'all', fee: '100.00', payback: 100, added: null },
      { key: 'level-b', name: 'Level B', entry: 'chosen', fee: '500.00', payback: 100, added: null },
    ],
    ...change,
  }
}

interface Disputed {
  tournament: TournamentId
  /** The captain's. */
  entry: EntryId
  rival: EntryId
  catchId: CatchId
  by: UserId
}

/** Protests against the captain's fish, of the captain, without a subject and denied; a hold. */
async function addDisputes(db: Db, { tournament, entry, rival, catchId, by }: Disputed) {
  const now = Date.now()
  const [against, own, general, denied] = [
    newId<'protest'>(),
    newId<'protest'>(),
    newId<'protest'>(),
    newId<'protest'>(),
  ]
  const protest = {
    tournament_id: tournament,
    from_entry_id: null,
    entry_id: null,
    catch_id: null,
    penalty_id: null,
    rule: '7.2',
    content: 'Lines out',
    late: 0,
    filed_by: by,
    filed_as: 'organiser',
    created_at: now,
    state: 'open',
  } as const
  await addRows(
    db,
    'protests',
    { ...protest, id: against, from_entry_id: rival, entry_id: entry, catch_id: catchId },
    { ...protest, id: own, from_entry_id: entry, entry_id: rival },
    { ...protest, id: general },
    { ...protest, id: denied, state: 'denied' },
  )
  await addRows(db, 'protest_steps', {
    id: newId<'protest-step'>(),
    protest_id: denied,
    kind: 'denied',
    content: 'In time',
    effects: '[]',
    interested: 0,
    taken_by: by,
    role: 'organiser',
    created_at: now,
  })
  const hold = newId<'hold'>()
  await addRows(db, 'holds', {
    id: hold,
    entry_id: rival,
    reason: 'Polygraph',
    placed_by: by,
    created_at: now,
    lifted_at: null,
    lifted_by: null,
    lifted_note: null,
  })
  return { against, own, general, denied, hold }
}

/** Ruled tournaments, a live one and one that hasn't started, with one row of each kind that a call can rule on. */
export async function makeRuledWorld(
  db: Db,
  { organiser, captain }: Record<'organiser' | 'captain', UserId>,
) {
  const now = Date.now()
  const tournament = await addTournament(db, { organiser_id: organiser })
  const upcoming = await addTournament(db, {
    organiser_id: organiser,
    starts_at: now + hour,
    ends_at: now + 2 * hour,
  })
  const protests = { minutes: 60, answerMinutes: 60, fee: null }
  await setRules(db, tournament, bassRules({ protests }), organiser)
  await setRules(db, upcoming, bassRules(), organiser)
  const boat = await addBoat(db, { owner_id: captain })
  const entry = await addEntry(db, { tournament_id: tournament, boat_id: boat })
  const rival = await addEntry(db, { tournament_id: tournament })
  const disqualification = {
    disqualified_at: now,
    disqualified_by: organiser,
    disqualified_reason: 'Two lines',
  }
  const out = await addEntry(db, { tournament_id: tournament, ...disqualification })
  const fish = { weight_hundredths: 400, ounces: 64, species: 'Largemouth Bass', caught_at: now }
  const catchId = await addCatch(db, { entry_id: entry, ...fish })
  await addCatch(db, { entry_id: rival, ...fish })
  const outCatch = await addCatch(db, { entry_id: entry, ...fish, ...disqualification })
  const allowance = { allowed_at: now, allowed_by: organiser, allowed_reason: 'Engine failure' }
  const allowedCatch = await addCatch(db, { entry_id: rival, ...fish, ...allowance, ...disqualification })
  const penalty = newId<'penalty'>()
  await addRows(db, 'penalties', {
    id: penalty,
    entry_id: out,
    key: 'late',
    day: 'Saturday',
    count: 1,
    reason: null,
    recorded_by: organiser,
    created_at: now,
    lifted_at: null,
    lifted_by: null,
    lifted_reason: null,
  })
  const upcomingEntry = await addEntry(db, { tournament_id: upcoming, boat_id: boat })
  const disputes = await addDisputes(db, { tournament, entry, rival, catchId, by: organiser })
  const reason = 'By the rulebook'
  return {
    tournament,
    upcoming,
    addresses: {
      'GET /api/tournaments/:id/protests': `/api/tournaments/${tournament}/protests`,
      'POST /api/tournaments/:id/protests': `/api/tournaments/${tournament}/protests`,
      'GET /api/tournaments/:id/protest-window': `/api/tournaments/${tournament}/protest-window`,
      'GET /api/tournament-entries/:id/protest-subjects': `/api/tournament-entries/${out}/protest-subjects`,
      'POST /api/protests/:id/answers': `/api/protests/${disputes.against}/answers`,
      'POST /api/protests/:id/withdrawal': `/api/protests/${disputes.own}/withdrawal`,
      'POST /api/protests/:id/decision': `/api/protests/${disputes.general}/decision`,
      'POST /api/protests/:id/reopening': `/api/protests/${disputes.denied}/reopening`,
      'GET /api/tournaments/:id/holds': `/api/tournaments/${tournament}/holds`,
      'POST /api/tournaments/:id/holds': `/api/tournaments/${tournament}/holds`,
      'DELETE /api/holds/:id': `/api/holds/${disputes.hold}`,
      'PUT /api/tournaments/:id/rules': `/api/tournaments/${upcoming}/rules`,
      'GET /api/tournaments/:id/rules': `/api/tournaments/${tournament}/rules`,
      'GET /api/tournaments/:id/standings': `/api/tournaments/${tournament}/standings`,
      'GET /api/tournaments/:id/board': `/api/tournaments/${tournament}/board`,
      'GET /api/tournaments/:id/awards': `/api/tournaments/${tournament}/awards`,
      'PUT /api/catches/:id/disqualification': `/api/catches/${catchId}/disqualification`,
      'DELETE /api/catches/:id/disqualification': `/api/catches/${outCatch}/disqualification`,
      'PUT /api/catches/:id/allowance': `/api/catches/${catchId}/allowance`,
      'DELETE /api/catches/:id/allowance': `/api/catches/${allowedCatch}/allowance`,
      'PUT /api/tournament-entries/:id/disqualification': `/api/tournament-entries/${entry}/disqualification`,
      'DELETE /api/tournament-entries/:id/disqualification': `/api/tournament-entries/${out}/disqualification`,
      'POST /api/tournament-entries/:id/penalties': `/api/tournament-entries/${entry}/penalties`,
      'DELETE /api/penalties/:id': `/api/penalties/${penalty}`,
      'PUT /api/tournaments/:id/tie-decisions': `/api/tournaments/${tournament}/tie-decisions`,
      'PUT /api/tournament-entries/:id/pots': `/api/tournament-entries/${upcomingEntry}/pots`,
      'GET /api/tournament-entries/:id/anglers': `/api/tournament-entries/${entry}/anglers`,
      'PUT /api/tournament-entries/:id/anglers': `/api/tournament-entries/${upcomingEntry}/anglers`,
    },
    bodies: {
      'POST /api/tournaments/{id}/protests': { text: 'Lines out' },
      'POST /api/protests/{id}/answers': { text: 'In time' },
      'POST /api/protests/{id}/decision': { outcome: 'denied', text: 'In time' },
      'POST /api/protests/{id}/reopening': { reason },
      'POST /api/tournaments/{id}/holds': { entryId: entry, reason },
      'DELETE /api/holds/{id}': { note: 'Polygraph passed' },
      'PUT /api/tournaments/{id}/rules': { rules: bassRules() },
      'PUT /api/catches/{id}/disqualification': { reason },
      'DELETE /api/catches/{id}/disqualification': { reason },
      'PUT /api/catches/{id}/allowance': { reason },
      'DELETE /api/catches/{id}/allowance': { reason },
      'PUT /api/tournament-entries/{id}/disqualification': { reason },
      'DELETE /api/tournament-entries/{id}/disqualification': { reason },
      'POST /api/tournament-entries/{id}/penalties': { key: 'late', day: 'Saturday', count: 2 },
      'DELETE /api/penalties/{id}': { reason },
      'PUT /api/tournaments/{id}/tie-decisions': { category: 'five-fish', order: [entry, rival], reason },
      'PUT /api/tournament-entries/{id}/anglers': { anglers: [{ name: 'Ana Reyes' }] },
    },
  }
}
