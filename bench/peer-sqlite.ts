import { Database } from 'bun:sqlite'

// Bare peer of fundings, each committed to disk; prints transactions per second.
const [path = '', entry = '', backer = '', milliseconds = '2000'] = process.argv.slice(2)
const database = new Database(path, { strict: true })
for (const pragma of ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'])
  database.run(`PRAGMA ${pragma}`)

const findIntent = database.query('select * from fundings where intent_id = ?')
const findEntry = database.query(
  `select e.*, b.name, b.captain_name, t.name, t.starts_at, t.ends_at, t.cancelled_at from entries e
   join boats b on b.id = e.boat_id join tournaments t on t.id = e.tournament_id where e.id = ?`,
)
const insertFunding = database.query(
  `insert into fundings (id, entry_id, backer_id, amount_cents, status, mode, intent_id, created_at, held_until,
     completed_at) values (?1, ?2, ?3, 1000, 'completed', 'test', ?4, ?5, ?5, ?5)
   returning *`,
)
const count = `(select count(*) from (
  select 1 from fundings where entry_id = ?1 and status = 'completed' and backer_id = ?2 limit 2))`
const move = database.query(
  `update entries set current_funding_cents = current_funding_cents + 1000, backer_count = backer_count + (${count} = 0)
   where id = ?1 and current_funding_cents + 1000 between 0 and funding_goal_cents returning current_funding_cents`,
)
const line = `(?, 'funding', ?, ?, ?, ?, ?, ?)`
const write = database.query(
  `insert into ledger (movement_id, kind, account, cents, entry_id, funding_id, user_id, created_at)
   values ${line}, ${line}`,
)
const queueReceipt = database.query(
  `insert into jobs (id, kind, subject, state, due_at, created_at) values (?1, 'mail-money', ?2, 'waiting', ?3, ?3)
   on conflict (kind, subject) do nothing`,
)
const fund = database.transaction((now: number) => {
  const id = Bun.randomUUIDv7()
  const movement = Bun.randomUUIDv7()
  const intent = `pi_mock_${id.replaceAll('-', '')}`
  findIntent.get(intent)
  findEntry.get(entry)
  move.get(entry, backer)
  insertFunding.get(id, entry, backer, intent, now)
  queueReceipt.run(Bun.randomUUIDv7(), `receipt/${id}/${now}`, now)
  const about = [entry, id, backer, now] as const
  write.run(movement, 'backers', -1000, ...about, movement, 'stakes', 1000, ...about)
})

const end = performance.now() + Number(milliseconds)
let done = 0
for (; performance.now() < end; done++) fund.immediate(Date.now())
console.log((done * 1000) / Number(milliseconds))
