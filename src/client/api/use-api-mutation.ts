import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RequestError } from '#client/lib/request.ts'
import { tellFailure } from '#client/lib/submit.ts'
import type { Answer, ApiKey } from '#contract/endpoints.ts'
import type { CallOptions } from './client.ts'
import { invalidate } from './invalidate.ts'
import type { Mutation } from './mutation.ts'

export interface ApiMutation<Key extends ApiKey> {
  pending: boolean
  /**
   * Resolves once the server has answered and the queries that show the change are fetched again.
   * @throws RequestError, TypeError: for a form to show, else for {@link fail}
   */
  send(options: CallOptions<Key>): Promise<Answer<Key>>
  /** Sends several, one after the other, until one is refused. */
  sendAll(options: readonly CallOptions<Key>[]): Promise<void>
  /** Sends, and shows a failure as a toast. @param onDone is called only after a success */
  run(options: CallOptions<Key>, onDone?: (answer: Answer<Key>) => void): Promise<void>
  /** Shows an error as a toast. */
  fail(error: unknown): void
}

/** A refusal that is about no field: what the page shows may be out of date. */
const isOutOfDate = (error: unknown) =>
  error instanceof RequestError && error.status < 500 && error.issues === undefined

/** @param otherwise what the toast says of a failure that the server gave no reason for */
export function useApiMutation<Key extends ApiKey>(
  call: Mutation<Key>,
  otherwise?: string,
): ApiMutation<Key> {
  const client = useQueryClient()
  const refresh = () => invalidate(client, call.stale ?? [])

  const { mutateAsync, isPending } = useMutation({
    // Without a network it fails at once, and what was typed can be sent again.
    networkMode: 'always',
    mutationFn: async (each: readonly CallOptions<Key>[]) => {
      const answers: Answer<Key>[] = []
      for (const options of each) {
        const answer = await call(options)
        const query = call.answers?.(options)
        if (query) client.setQueryData(query.queryKey, answer)
        answers.push(answer)
      }
      return answers
    },
    onSuccess: () => {
      const refreshed = refresh()
      return call.refreshesLater ? undefined : refreshed
    },
    onError: (error, each) => {
      if (isOutOfDate(error) || each.length > 1) void refresh()
    },
  })
  const fail = (error: unknown) => tellFailure(error, otherwise)
  const send = async (options: CallOptions<Key>) => {
    const [answer] = await mutateAsync([options])
    return answer as Answer<Key>
  }
  return {
    pending: isPending,
    send,
    sendAll: async each => void (await mutateAsync(each)),
    run: (options, onDone) => send(options).then(onDone, fail),
    fail,
  }
}
