import type { Answer, ApiKey } from '#contract/endpoints.ts'
import { api, type CallOptions, type Optional } from './client.ts'
import type { Query } from './query.ts'

interface MutationRules<Key extends ApiKey> {
  /** Doesn't wait for refetches. */
  refreshesLater?: true
  /** The query whose data is the answer. */
  answers?: (options: CallOptions<Key>) => Query<Answer<Key>>
}

export interface Mutation<Key extends ApiKey> extends MutationRules<Key> {
  (...options: Optional<CallOptions<Key>>): Promise<Answer<Key>>
}

/** `mutation('PATCH /api/boats/:id')`: the answer names what the page refetches. */
export const mutation = <Key extends ApiKey>(key: Key, rules: MutationRules<Key> = {}): Mutation<Key> =>
  Object.assign((...options: Optional<CallOptions<Key>>) => api(key, ...options), rules)
