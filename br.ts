import { chromium } from 'playwright'
import { call, cookieOf, sites, signUp, mailAddr, mailsTo, linkIn } from './lib.ts'
const B = sites.b
const br = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' })
let n = 0
const shot = async (p: any, name: string) => { await p.screenshot({ path: `/tmp/authw/s${String(++n).padStart(2,'0')}-${name}.png`, fullPage: true }); console.log('shot', n, name, new URL(p.url()).pathname + new URL(p.url()).search.slice(0,80)) }
const ctx = () => br.newContext({ viewport: { width: 360, height: 740 } })
const confirmed = async () => { const s = await signUp(B); const l = linkIn((await mailsTo('b', s.email))[0]!); const c = await call(B,'POST','/api/auth/confirm',{body:{token:new URL(l).searchParams.get('token_hash'),type:'signup'}}); return { ...s, cookie: cookieOf(c), id: c.body.user.id } }
const org = await confirmed()
const t = (await call(B,'POST','/api/tournaments',{cookie:org.cookie,body:{name:'Marina Cup',startDate:new Date(Date.now()+5*86400e3).toISOString(),endDate:new Date(Date.now()+7*86400e3).toISOString()}})).body
const capMail = mailAddr()
await call(B,'POST',`/api/tournaments/${t.id}/boat-list`,{cookie:org.cookie,body:{boats:[{name:'Sea Fox',captainName:'Cap Tain',email:capMail,fundingGoal:1000,payoutPercentage:40}]}})
const capLink = linkIn((await mailsTo('b', capMail))[0]!); console.log(capLink); console.log((await mailsTo('b',capMail))[0])
const errs = (p: any) => { p.on('console', (m: any) => { if (m.type()==='error') console.log('  console', m.text().slice(0,200)) }); p.on('pageerror', (e: any) => console.log('  pageerror', String(e).slice(0,200))) }
// captain: no account
const c1 = await ctx(); const p = await c1.newPage(); errs(p)
await p.goto(capLink); await p.waitForLoadState('networkidle'); await shot(p,'captain-invitation-anon')
console.log(await p.locator('main').innerText())
const signin = p.getByRole('link',{name:/sign in|account|sign up/i}); for (const l of await signin.all()) console.log(await l.innerText(), await l.getAttribute('href'))
