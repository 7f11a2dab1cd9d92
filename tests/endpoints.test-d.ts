import { api, pathOf } from '#client/api/client.ts'
import { changeBoat } from '#client/boats/api/boats.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Answer, Body, ParsedBody } from '#contract/endpoints.ts'
import { EndpointApp } from '#server/http/endpoint.ts'

/** Checked by `tsc`, never run. */

export const routes = new EndpointApp()
  .endpoint('POST /api/crew/posts', c => c.json({ id: c.req.valid('json').videoId }, 201))
  // @ts-expect-error a wrong field of the answer
  .endpoint('POST /api/crew/posts', c => c.json({ postId: 'x' }, 201))
  // @ts-expect-error not the declared status
  .endpoint('POST /api/crew/posts', c => c.json({ id: 'x' }))
  // @ts-expect-error a misspelt field of the body
  .endpoint('POST /api/crew/posts', c => c.json({ id: `${c.req.valid('json').video}` }, 201))

// @ts-expect-error a call without access
export const withoutAccess: Endpoint = { summary: 'Read a boat' }

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const check = <_ extends true>() => undefined

export async function calls(id: string) {
  const body = { name: 'Sea Fox', captainName: 'Ana Reyes' }

  const boat = await api('POST /api/boats', { body })
  boat.captain_name satisfies string
  // @ts-expect-error a wrong field of the answer
  boat.captainName

  // @ts-expect-error a misspelt field of the body
  await api('POST /api/boats', { body: { name: 'Sea Fox', captain: 'Ana Reyes' } })
  // @ts-expect-error a misspelt optional field of the body
  await api('POST /api/boats', { body: { ...body, descripton: 'Fast' } })
  // @ts-expect-error a wrong type of a field
  await api('POST /api/boats', { body: { ...body, name: 5 } })
  // @ts-expect-error no body
  await api('POST /api/boats')
  // @ts-expect-error a wrong path
  await api('POST /api/boat', { body })
  // @ts-expect-error a wrong method
  await api('PUT /api/boats', { body })
  // @ts-expect-error a read takes no body
  await api('GET /api/boats', { body })

  await api('PATCH /api/boats/:id', { params: { id }, body: { description: null } })
  // @ts-expect-error no path parameter
  await api('PATCH /api/boats/:id', { body: { description: null } })
  // @ts-expect-error a misspelt path parameter
  await api('PATCH /api/boats/:id', { params: { boatId: id }, body: {} })

  await api('GET /api/boats')
  await api('GET /api/boats', { query: { limit: 20, cursor: undefined } })
  // @ts-expect-error a misspelt parameter of the query
  await api('GET /api/boats', { query: { limt: 20 } })
  // @ts-expect-error the year is required
  pathOf('GET /api/funding/my.csv')
  // @ts-expect-error not JSON
  await api('GET /api/funding/my.csv', { query: { year: 2026 } })

  const deleted = await api('DELETE /api/tournament-updates/:id', { params: { id } })
  deleted satisfies null

  await changeBoat({ params: { id }, body: { captainName: 'Ana Reyes' } })
  // @ts-expect-error a misspelt field of a mutation's body
  await changeBoat({ params: { id }, body: { captain: 'Ana Reyes' } })
}

check<Equal<Body<'POST /api/funding'>['amount'], number | string>>()
check<Equal<ParsedBody<'POST /api/funding'>['amount'], number>>()
check<Equal<Body<'POST /api/tournaments'>['startDate'], string>>()
check<Equal<ParsedBody<'POST /api/tournaments'>['startDate'], number>>()
check<
  Equal<Answer<'GET /api/tournaments'>[number]['status'], 'upcoming' | 'active' | 'completed' | 'cancelled'>
>()
