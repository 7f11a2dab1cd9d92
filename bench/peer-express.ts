import { Database } from 'bun:sqlite'
import { randomUUID } from 'node:crypto'
import express from 'express'

// Plain peer of `POST /api/funding`: one insert and one update in a transaction, committed to disk.
const database = new Database(process.argv[2], { strict: true })
for (const pragma of ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'])
  database.run(`PRAGMA ${pragma}`)
database.run('create table entries (id text primary key, current_cents integer not null)')
database.run(`create table fundings (id text primary key, entry_id text not null references entries (id),
  amount_cents integer not null, intent_id text not null unique, created_at integer not null)`)
database.run("insert into entries values ('entry', 0)")
const insert = database.query('insert into fundings values (?, ?, ?, ?, ?) returning *')
const update = database.query('update entries set current_cents = current_cents + ? where id = ?')
const find = database.query<{ current_cents: number }, string>('select * from entries where id = ?')
const fund = database.transaction((entry: string, cents: number, intent: string) => {
  update.run(cents, entry)
  return insert.get(randomUUID(), entry, cents, intent, Date.now())
})

const app = express()
app.use(express.json())
app.get('/', (_, response) => {
  response.send('ok')
})
app.get('/api/tournament-entries/:id', ({ params }, response) => {
  response.json({ currentFunding: ((find.get(params.id)?.current_cents ?? 0) / 100).toFixed(2) })
})
app.post('/api/funding', ({ body }, response) => {
  const { tournamentEntryId, amount, stripePaymentIntentId } = body
  response
    .status(201)
    .json(fund.immediate(tournamentEntryId, Math.round(Number(amount) * 100), stripePaymentIntentId))
})
app.listen(Number(process.env.PORT), '127.0.0.1')
