import { boatsEndpoints } from './boats/endpoints.ts'
import { type Endpoint, pictureBody, type SchemaName, type Schemas } from './endpoint.ts'
import type { Id } from './ids.ts'
import type { Infer } from './json-schema.ts'
import { moneyEndpoints } from './money/endpoints.ts'
import { notificationsEndpoints } from './notifications/endpoints.ts'
import { peopleEndpoints } from './people/endpoints.ts'
import { siteEndpoints } from './site/endpoints.ts'
import { tournamentsEndpoints } from './tournaments/endpoints.ts'
import { videosEndpoints } from './videos/endpoints.ts'

const platformEndpoints = {
  'GET /api/openapi.json': { summary: 'Describe this API', access: 'public', answer: 'openApiDocument' },
  'POST /api/images': {
    summary: 'Add a picture: the field `file` of a form, or the bytes themselves',
    access: 'user',
    ...pictureBody,
    answer: 'uploadedImage',
    status: 201,
  },
  'GET /api/events': {
    summary: 'Follow what changes, as server-sent events',
    access: 'public',
    query: 'eventsSince',
    requestHeaders: { 'Last-Event-ID': false },
    mediaType: 'text/event-stream',
    refusals: ['unavailable'],
  },
} as const satisfies Record<string, Endpoint>

/** Every call of the API, by domain. */
export const endpoints = {
  ...platformEndpoints,
  ...peopleEndpoints,
  ...boatsEndpoints,
  ...videosEndpoints,
  ...tournamentsEndpoints,
  ...moneyEndpoints,
  ...notificationsEndpoints,
  ...siteEndpoints,
}

type Endpoints = typeof endpoints

export type EndpointKey = keyof Endpoints
/** Calls that answer with JSON or nothing. */
export type ApiKey = {
  [Key in EndpointKey]: Key extends `${string} /api/${string}`
    ? Endpoints[Key] extends { mediaType: string } | { status: 302 | 303 }
      ? never
      : Key
    : never
}[EndpointKey]
export type ReadKey = Extract<ApiKey, `GET ${string}`>
export type ListKey = {
  [Key in ReadKey]: Answer<Key> extends readonly unknown[] ? Key : never
}[ReadKey]

type NameOf<Key extends EndpointKey, Part extends 'body' | 'query' | 'answer'> =
  Endpoints[Key] extends Readonly<Record<Part, infer Name>> ? Name : never

interface Standard<Input, Output> {
  readonly '~standard': { readonly types?: { readonly input: Input; readonly output: Output } | undefined }
}
type InputOf<Name> = Name extends SchemaName
  ? Schemas[Name] extends Standard<infer Input, unknown>
    ? Input
    : never
  : never
export type Parsed<Name> = Name extends SchemaName
  ? Schemas[Name] extends Standard<unknown, infer Output>
    ? Output
    : never
  : never
type ValueOf<Name> = Name extends `${infer Item}[]`
  ? ValueOf<Item>[]
  : Name extends SchemaName
    ? Infer<Schemas[Name]>
    : null

/** JSON omits undefined properties. */
type OrUndefined<Value> = {
  [Name in keyof Value]: Record<never, never> extends Pick<Value, Name>
    ? Value[Name] | undefined
    : Value[Name]
}

/** Clients write plain strings. */
type Written<Value> =
  Value extends Id<string>
    ? string
    : Value extends readonly (infer Item)[]
      ? readonly Written<Item>[]
      : Value extends object
        ? { [Name in keyof Value]: Written<Value[Name]> }
        : Value

/** Body that the client sends. */
export type Body<Key extends EndpointKey> = Endpoints[Key] extends { files: unknown }
  ? Blob | FormData
  : OrUndefined<Written<InputOf<NameOf<Key, 'body'>>>>
/** Body that the route receives. */
export type ParsedBody<Key extends EndpointKey> = Parsed<NameOf<Key, 'body'>>
/** Query that the client sends. */
export type Query<Key extends EndpointKey> = {
  [Name in keyof OrUndefined<InputOf<NameOf<Key, 'query'>>>]:
    | OrUndefined<InputOf<NameOf<Key, 'query'>>>[Name]
    | number
}
/** Query that the route receives. */
export type ParsedQuery<Key extends EndpointKey> = Parsed<NameOf<Key, 'query'>>
export type Answer<Key extends EndpointKey> = [NameOf<Key, 'answer'>] extends [never]
  ? null
  : ValueOf<NameOf<Key, 'answer'>>

export type Item<Key extends ListKey> = Answer<Key> extends readonly (infer Entry)[] ? Entry : never

type ParamOf<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
export type Params<Key extends EndpointKey> = Record<ParamOf<Key>, string>
