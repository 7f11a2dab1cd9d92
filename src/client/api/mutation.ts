import type { Answer, ApiKey } from '#contract/endpoints.ts'
import { api, type CallOptions, type Optional } from './client.ts'
import type { Query } from './query.ts'

interface MutationRules<Key extends ApiKey> {
  /** Patterns of the paths whose answers it changes, as {@link matchesAny} reads them. */
  stale?: readonly string[]
  /** The caller does not wait until what is stale is fetched again. */
  refreshesLater?: true
  /** The query that its answer is the data of. */
  answers?: (options: CallOptions<Key>) => Query<Answer<Key>>
}

/** A call that changes something, with what it makes stale. */
export interface Mutation<Key extends ApiKey> extends MutationRules<Key> {
  (...options: Optional<CallOptions<Key>>): Promise<Answer<Key>>
}

/** `mutation('PATCH /api/boats/:id', { stale: ['/api/boats'] })` */
export const mutation = <Key extends ApiKey>(key: Key, rules: MutationRules<Key> = {}): Mutation<Key> =>
  Object.assign((...options: Optional<CallOptions<Key>>) => api(key, ...options), rules)
